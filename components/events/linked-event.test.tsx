// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ClassEvents } from "#components/events/class-events.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { ClassEvent } from "#lib/events/schema.ts";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import { meeting } from "#lib/testing/event-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

/** An event that the lists of the class lack. */
const linked: ClassEvent = {
  ...{ ...meeting, id: 77, title: "Выпускной" },
  start: "2014-06-25T13:00:00.000Z",
};

let isAway = false;

const server: AnswerCall = (call) => {
  if (call === "GET /events/77" && isAway) return refusal("unavailable", "Служба недоступна");
  if (call === "GET /events/77") return { body: { data: linked } };
  if (call === "GET /events/78") return refusal("not_found", "Ничего не найдено");
  return { body: { data: call.includes("past") ? [] : [meeting], meta: { next: null } } };
};
const show = (anchor: string, answer = server) => {
  window.history.replaceState(null, "", anchor);
  renderWithProviders(
    <ClassEvents
      objectId={5}
      classKey="2014"
      next={meeting}
      rights={{ create: true, manage: false }}
      onReport={() => undefined}
    />,
    { answer, member: memberSample },
  );
};
const card = () => screen.findByRole("article", { name: "Встреча выпускников" });

afterEach(() => vi.useRealTimers());

describe("the event that a notice links to", () => {
  it("is focused in the list", async () => {
    show("#event-12");
    await waitFor(() => expect(document.activeElement?.id).toBe("event-12"));
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  it("comes first and is focused where the first page lacks it, also a past one, which takes no answers", async () => {
    show("#event-77");
    await waitFor(() => expect(document.activeElement?.id).toBe("event-77"));
    const [first, second] = screen.getAllByRole("article");
    expect([first, second].map((card) => card?.getAttribute("aria-labelledby"))).toEqual([
      "event-77-title",
      "event-12-title",
    ]);
    if (!first) throw new Error("it is shown");
    expect(within(first).queryByRole("button", { name: "Приду" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Прошедшие события" }));
    expect(await screen.findByText("Прошедших событий пока нет.")).toBeVisible();
  });

  it("beyond the first page takes answers and changes of its author, whatever the clock of the device", async () => {
    const far = { ...linked, start: "2091-06-25T13:00:00.000Z" };
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(far.start) + 2 * 86_400_000 });
    show("#event-77", (call) => {
      if (call === "GET /events/77") return { body: { data: far } };
      return { body: { data: [meeting], meta: { next: "the next page" } } };
    });
    const shown = within(await screen.findByRole("article", { name: "Выпускной" }));
    expect(shown.getByRole("button", { name: "Приду" })).toBeVisible();
    await userEvent.click(shown.getByRole("button", { name: "Действия: Выпускной" }));
    expect(await screen.findByRole("menuitem", { name: "Изменить событие" })).toBeVisible();
  });

  it("is asked for anew when another link leads to the open page, and one that is gone is said to be gone", async () => {
    show("#event-78");
    await card();
    expect(await screen.findByRole("alert")).toHaveTextContent(messages.Events.gone);
    window.history.replaceState(null, "", "#event-77");
    fireEvent(window, new HashChangeEvent("hashchange"));
    expect(await screen.findByRole("article", { name: "Выпускной" })).toBeVisible();
    expect(await card()).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("that cannot be loaded has its reason above the list, and comes with a retry", async () => {
    isAway = true;
    show("#event-77");
    expect(await screen.findByRole("alert")).toHaveTextContent("Служба недоступна");
    expect(await card()).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await screen.findByRole("article", { name: "Выпускной" })).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
