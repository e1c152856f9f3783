// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { EventDialog } from "#components/events/event-dialog.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { meeting } from "#lib/testing/event-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

/** On 26 October 2025 the clock of Berlin shows the hour from 02:00 twice: from 00:00 and from 01:00 UTC. */
const zone = { time_zone: "Europe/Berlin" };
const times = [
  ["in the first hour", "2025-10-26T00:15:00.000Z", "2025-10-26T00:45:00.000Z"],
  ["in the second hour", "2025-10-26T01:15:00.000Z", "2025-10-26T01:45:00.000Z"],
  ["with seconds", "2025-10-25T10:00:30.250Z", "2025-10-25T12:00:45.500Z"],
] as const;

const change = async (start: string, end: string | null, label: RegExp, value: string) => {
  const write = vi.fn<AnswerCall>();
  write.mockReturnValue({ body: { message: "Сохранено", data: meeting } });
  renderWithProviders(
    <EventDialog
      place={{ objectId: 5, classKey: "2014" }}
      event={{ ...meeting, ...zone, start, end }}
      opened
      onClose={() => {}}
    />,
    { answer: write, member: memberSample },
  );
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await userEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  return write.mock.calls[0]?.[1];
};

it.each(times)(
  "an event %s, of a clock that shows an hour twice, keeps its start and end when another field is changed",
  async (_, start, end) => {
    expect(await change(start, end, /^Подробности/, "Берём мяч")).toMatchObject({
      ...{ text: "Берём мяч", start, end, ...zone },
    });
  },
);

it("an event keeps its start to the second where its end is changed", async () => {
  const [, start, end] = times[2];
  expect(await change(start, end, /^Окончание/, "2025-10-25T15:00")).toMatchObject({
    start,
    end: "2025-10-25T13:00:00.000Z",
  });
});

it("an event keeps its start and loses its end when its author clears the end", async () => {
  const [, start, end] = times[0];
  expect(await change(start, end, /^Окончание/, "")).toMatchObject({ start, end: null });
});

it("a new event is made by the clock of Tashkent where the browser does not know the zone of the device", async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    ...new Intl.DateTimeFormat().resolvedOptions(),
    timeZone: "Etc/Unknown",
  });
  const write = vi.fn<AnswerCall>();
  write.mockReturnValue({ body: { message: "Готово", data: meeting } });
  renderWithProviders(
    <EventDialog
      place={{ objectId: 5, classKey: "2014" }}
      event={null}
      opened
      onClose={() => {}}
    />,
    { answer: write, member: memberSample },
  );
  await userEvent.type(await screen.findByLabelText(/^Название/), "Пикник");
  fireEvent.change(screen.getByLabelText(/^Начало/), { target: { value: "2029-05-01T12:00" } });
  await userEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  expect(write.mock.calls[0]?.[1]).toMatchObject({
    start: "2029-05-01T07:00:00.000Z",
    time_zone: "Asia/Tashkent",
  });
});

it("a title that is pasted with too many letters keeps them, and the field says how many it may have", async () => {
  renderWithProviders(
    <EventDialog
      place={{ objectId: 5, classKey: "2014" }}
      event={{ ...meeting, title: "" }}
      opened
      onClose={() => {}}
    />,
    { answer: () => ({ body: {} }), member: memberSample },
  );
  const title = await screen.findByLabelText(/^Название/);
  await userEvent.click(title);
  await userEvent.paste("ж".repeat(121));
  await userEvent.click(screen.getByRole("button", { name: "Сохранить" }));
  expect(await screen.findByText(messages.Site.max120)).toBeVisible();
  expect(title).toHaveValue("ж".repeat(121));
});
