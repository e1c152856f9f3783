// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ClassEvents } from "#components/events/class-events.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { ClassEvent } from "#lib/events/schema.ts";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { meeting } from "#lib/testing/event-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const write = vi.fn<AnswerCall>();
let events: ClassEvent[];
const show = () =>
  renderWithProviders(
    <ClassEvents
      objectId={5}
      classKey="2014"
      next={null}
      rights={{ create: true, manage: false }}
      onReport={() => undefined}
    />,
    {
      member: memberSample,
      answer: (call, body) => {
        if (call.startsWith("GET /objects/5/classes/2014/events"))
          return { body: { data: events, meta: { next: null } } };
        if (call.startsWith("GET ")) return { body: { data: [], meta: { next: null } } };
        return write(call, body);
      },
    },
  );
const card = () => screen.findByRole("article", { name: meeting.title });

/** What the page knows of its screen, which is that of a phone until it is turned. */
let screenSize: EventTarget & { matches: boolean };

/** Turns the phone: its screen is wide now, or narrow again. */
function turn(matches: boolean): void {
  screenSize.matches = matches;
  act(() => void screenSize.dispatchEvent(Object.assign(new Event("change"), { matches })));
}

describe("the events of a class on a phone", () => {
  const all = () => screen.findByRole("button", { name: "Все события (3)" });

  beforeEach(() => {
    screenSize = Object.assign(new EventTarget(), { matches: true });
    vi.spyOn(window, "matchMedia").mockImplementation(
      () => screenSize as MediaQueryList, // only asked whether it matches
    );
    const later = { ...meeting, id: 13, title: "Субботник" };
    window.history.replaceState(null, "", "/");
    write.mockReset();
    events = [
      { ...later, id: 11, title: "Отменённое", cancelled_at: meeting.start },
      meeting,
      later,
    ];
    return () => vi.restoreAllMocks();
  });

  it("are the next one in two lines, which is answered there", async () => {
    write.mockReturnValue(new Promise(() => {})); // the server never answers
    show();
    await all();
    const shown = within(await card());
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(shown.getByText(/^12\.12\.2090, 18:00/)).toBeVisible();
    await userEvent.click(shown.getByRole("button", { name: "Приду" }));
    expect(shown.getByRole("button", { name: "Приду", pressed: true })).toBeVisible();
    expect(shown.getByText(/· 2 придут$/)).toBeVisible();
  });

  it("are all shown on request, with the focus at their heading", async () => {
    show();
    await userEvent.click(await all());
    expect(screen.getAllByRole("article")).toHaveLength(3);
    expect(screen.getByRole("heading", { name: "События" })).toHaveFocus();
    expect(screen.getByRole("button", { name: "Прошедшие события" })).toBeVisible();
  });

  it("are all shown to whoever follows a link to one", async () => {
    window.history.replaceState(null, "", "/#event-13");
    show();
    const linked = await screen.findByRole("article", { name: "Субботник" });
    await waitFor(() => expect(linked.closest("li")).toHaveFocus());
  });

  it.each([
    ["sideways", true],
    ["upright", false],
  ])("leave a new one as it was written when the phone is turned %s", async (_, isNarrow) => {
    screenSize.matches = isNarrow;
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Новое событие" }));
    await userEvent.type(await screen.findByLabelText(/^Название/), "Пикник");
    turn(!isNarrow);
    expect(screen.getByLabelText(/^Название/)).toHaveValue("Пикник");
    expect(screen.getByRole("dialog", { name: "Новое событие" })).toBeVisible();
  });

  it("leave the address of the calendar open when the phone is turned upright", async () => {
    screenSize.matches = false;
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Подписка на календарь" }));
    const dialog = await screen.findByRole("dialog");
    turn(true);
    expect(screen.getByRole("dialog")).toBe(dialog);
  });

  it("offer no past event for an answer when the phone is turned upright while past ones are shown", async () => {
    screenSize.matches = false;
    show();
    await screen.findAllByRole("article");
    events = [{ ...meeting, title: "Прошлое", start: "2020-05-01T07:00:00.000Z" }];
    await userEvent.click(screen.getByRole("button", { name: "Прошедшие события" }));
    await screen.findByRole("article", { name: "Прошлое" });
    turn(true);
    expect(screen.getByRole("article", { name: "Прошлое" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Приду" })).toBeNull();
    expect(screen.getByRole("button", { name: "Предстоящие события" })).toBeVisible();
  });
});
