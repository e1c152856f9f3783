// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ClassEvents } from "#components/events/class-events.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import type { NewEventInput } from "#lib/events/schema.ts";
import { type AnswerCall, noNetwork } from "#lib/testing/answer-calls.ts";
import { meeting } from "#lib/testing/event-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

/** As `meeting`, in a year that the form takes. */
const reunion = { ...meeting, start: "2029-12-12T13:00:00.000Z" };
const url = "/objects/5/classes/2014/events";
const answerList = vi.fn<AnswerCall>();
const write = vi.fn<AnswerCall>();
const server: AnswerCall = (call, body) =>
  call.startsWith("GET") ? answerList(call) : write(call, body);

/** Shows the events of a class; after its first answer the list is fetched on a network that hangs. */
async function showEvents() {
  answerList.mockReset().mockReturnValue(new Promise(() => {}));
  answerList.mockReturnValueOnce({ body: { data: [reunion], meta: { next: null } } });
  write.mockReset();
  renderWithProviders(
    <ClassEvents
      objectId={5}
      classKey="2014"
      next={null}
      rights={{ create: true, manage: false }}
      onReport={() => undefined}
    />,
    { answer: server, member: memberSample },
  );
  await screen.findByRole("article", { name: reunion.title });
}

async function openNewEvent() {
  await userEvent.click(screen.getByRole("button", { name: "Новое событие" }));
  fireEvent.change(await screen.findByLabelText(/^Название/), { target: { value: "Пикник" } });
  fireEvent.change(screen.getByLabelText(/^Начало/), { target: { value: "2029-05-01T12:00" } });
}
const save = () => userEvent.click(screen.getByRole("button", { name: "Сохранить" }));

it("a new event is saved as soon as the server has stored it, also where the list is then fetched on a network that hangs", async () => {
  await showEvents();
  write.mockReturnValue({ body: { message: "Готово", data: { ...reunion, id: 13 } } });
  await openNewEvent();
  await save();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(write).toHaveBeenCalledExactlyOnceWith(`POST ${url}`, expect.anything());
  expect(shownToasts()).toEqual(["Успешно: Готово"]);
});

it("a changed event is shown as the server has stored it, before the list has been fetched anew", async () => {
  await showEvents();
  write.mockReturnValue({ body: { message: "Готово", data: { ...reunion, title: "Пикник" } } });
  await userEvent.click(screen.getByRole("button", { name: `Действия: ${reunion.title}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Изменить событие" }));
  fireEvent.change(await screen.findByLabelText(/^Название/), { target: { value: "Пикник" } });
  await save();
  expect(await screen.findByRole("article", { name: "Пикник" })).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("an event whose answer was lost is sent with the same id at the second press, and with another where it was changed meanwhile", async () => {
  await showEvents();
  write.mockRejectedValueOnce(noNetwork).mockRejectedValueOnce(noNetwork);
  write.mockReturnValue({ body: { message: "Готово", data: { ...reunion, id: 13 } } });
  await openNewEvent();
  await save();
  expect(await screen.findByRole("alert")).toHaveTextContent(messages.Problem.offline);
  await save();
  await waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  expect(await screen.findByRole("alert")).toBeVisible();
  fireEvent.change(screen.getByLabelText(/^Название/), { target: { value: "Поход" } });
  await save();
  await waitFor(() => expect(write).toHaveBeenCalledTimes(3));
  const [first, second, third] = write.mock.calls.map(([, sent]) => sent as NewEventInput);
  expect(first?.client_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toEqual(first);
  expect(third?.client_id).not.toBe(first?.client_id);
});
