// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClassEvents } from "#components/events/class-events.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import type { ClassEvent } from "#lib/events/schema.ts";
import { clearToken } from "#lib/browser/cookies.ts";
import { ownTimeZone } from "#lib/i18n/own-time-zone.ts";
import { instantOf } from "#lib/i18n/zoned-time.ts";
import type { EventRights } from "#lib/members/class-event-schema.ts";
import { answeredMember as madina, meeting } from "#lib/testing/event-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const url = "/objects/5/classes/2014/events";
let events: ClassEvent[];
let rights: EventRights;
const write = vi.fn<AnswerCall>();
const onReport = vi.fn<(event: ClassEvent) => void>();
const server: AnswerCall = (call, body) => {
  if (call.startsWith(`GET ${url}`))
    return { body: { data: call.includes("past") ? [] : events, meta: { next: null } } };
  if (call.includes("/answers?"))
    return { body: { data: call.includes("answer=no") ? [] : [madina], meta: { next: null } } };
  if (call === "GET /calendar")
    return { body: { data: { url: "https://kampus.uz/7-secret.ics" } } };
  return write(call, body);
};
const show = (next: ClassEvent | null = null, answer = server) =>
  renderWithProviders(
    <ClassEvents objectId={5} classKey="2014" next={next} rights={rights} onReport={onReport} />,
    { answer, member: memberSample },
  );
const card = () => screen.findByRole("article", { name: "Встреча выпускников" });

beforeEach(() => {
  events = [meeting];
  rights = { create: true, manage: false };
  write.mockReset();
  onReport.mockReset();
  window.history.replaceState(null, "", "/");
});

afterEach(() => vi.useRealTimers());

describe("the events of a class", () => {
  it.each([
    ["the next event", meeting, "Встреча выпускников"],
    ["the sentence that there is none", null, "Пока ничего не запланировано."],
  ])("show %s at once, before their list has come", (_, next, text) => {
    show(next, () => new Promise(() => {}));
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole("status", { name: "Загрузка" })).not.toBeInTheDocument();
  });

  it("are all shown after the next one was answered before their list had loaded", async () => {
    events = [meeting, { ...meeting, id: 13, title: "Субботник" }];
    write.mockReturnValue({
      body: { message: "Сохранено", data: { ...meeting, my_answer: "no" } },
    });
    let asked = 0;
    show(meeting, (call, body) => {
      if (call.startsWith(`GET ${url}?`)) asked += 1;
      // The first request for the list never ends.
      return asked === 1 && call.startsWith(`GET ${url}?`)
        ? new Promise(() => {})
        : server(call, body);
    });
    await userEvent.click(within(await card()).getByRole("button", { name: "Нет" }));
    expect(await screen.findByRole("article", { name: "Субботник" })).toBeVisible();
  });

  it("of others can be reported to the operator, and one's own cannot", async () => {
    events = [meeting, { ...meeting, id: 13, title: "Реклама", author: madina }];
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Действия: Реклама" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Пожаловаться" }));
    expect(onReport.mock.calls[0]?.[0]).toMatchObject({ id: 13 });
    await userEvent.click(screen.getByRole("button", { name: "Действия: Встреча выпускников" }));
    expect(await screen.findByRole("menuitem", { name: "Изменить событие" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Пожаловаться" })).toBeNull();
  });

  it("say when, where and who comes, and show the member's answer before the server has taken it", async () => {
    write.mockReturnValue(new Promise(() => {})); // the server never answers
    show();
    const shown = within(await card());
    expect(shown.getByText(/^12\.12\.2090, 18:00/)).toBeVisible();
    expect(shown.getByText("Чайхана")).toBeVisible();
    expect(shown.getByText("1 придёт, 2 думают")).toBeVisible();
    await userEvent.click(shown.getByRole("button", { name: "Приду" }));
    expect(shown.getByText("2 придут, 2 думают")).toBeVisible();
    expect(shown.getByRole("button", { name: "Приду" })).toHaveAttribute("aria-pressed", "true");
    await waitFor(() =>
      expect(write).toHaveBeenCalledExactlyOnceWith("POST /events/12/answer", { answer: "going" }),
    );
  });

  it("in a zone that the browser does not know are shown, and changed, by the clock of Tashkent", async () => {
    events = [{ ...meeting, time_zone: "Europe/Nowhere" }];
    show();
    expect(within(await card()).getByText(/^12\.12\.2090, 18:00/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Действия: Встреча выпускников" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Изменить событие" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByLabelText(/^Начало/)).toHaveValue("2090-12-12T18:00");
  });

  it("have links for the addresses in their text and place, and keep the lines of the text", async () => {
    const text = "Сбор в 18:00\nСхема: https://kampus.example/a?b=1.\njavascript:alert(1)";
    events = [{ ...meeting, text, place: "Чайхана, kampus.uz/42" }];
    show();
    const shown = within(await card());
    const links = await shown.findAllByRole("link", { name: /kampus/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "https://kampus.uz/42",
      "https://kampus.example/a?b=1",
    ]);
    for (const link of links) {
      expect(link).toHaveAttribute("target", "_blank");
      expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
    }
    expect(shown.getByText(/^Сбор в 18:00/).textContent).toBe(text);
    expect(shown.queryByRole("link", { name: /javascript/ })).toBeNull();
  });

  it("revert an answer that the server refused, and show why", async () => {
    write.mockReturnValue(refusal("conflict", "Это событие отменено"));
    show();
    const shown = within(await card());
    await userEvent.click(shown.getByRole("button", { name: "Нет" }));
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Это событие отменено"]));
    expect(shown.getByText("1 придёт, 2 думают")).toBeVisible();
  });

  it("list members by their answer, which arrow keys switch", async () => {
    show();
    const who = { name: "1 придёт, 2 думают. Кто придёт: Встреча выпускников" };
    const button = within(await card()).getByRole("button", who);
    expect(button).toHaveAttribute("aria-haspopup", "dialog");
    await userEvent.click(button);
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByRole("link", { name: madina.fullname })).toHaveAttribute(
      "href",
      "/ru/users/7",
    );
    const answers = within(dialog.getByRole("radiogroup", { name: "Ответы" }));
    answers.getByRole("radio", { name: "Приду · 1" }).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(answers.getByRole("radio", { name: "Может быть · 2" })).toBeChecked();
    await userEvent.keyboard("{ArrowRight}");
    expect(answers.getByRole("radio", { name: "Нет · 0" })).toBeChecked();
    expect(await dialog.findByText("Так пока никто не ответил.")).toBeVisible();
  });

  it("are cancelled by their author after a confirmation, and stay visible as cancelled, without answers", async () => {
    write.mockReturnValue({
      body: {
        message: "Событие отменено",
        data: { ...meeting, cancelled_at: "2026-12-01T10:00:00.000Z" },
      },
    });
    show();
    const shown = within(await card());
    await userEvent.click(shown.getByRole("button", { name: "Действия: Встреча выпускников" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Отменить событие" }));
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    expect(await shown.findByText("Отменено")).toBeVisible();
    expect(write).toHaveBeenCalledExactlyOnceWith("DELETE /events/12", undefined);
    expect(shown.queryByRole("button", { name: "Приду" })).not.toBeInTheDocument();
    expect(shown.queryByText(/придёт/)).not.toBeInTheDocument();
  });

  it("cannot be changed by members who neither made them nor own the chat of the class", async () => {
    events = [{ ...meeting, author: madina }];
    show();
    const shown = within(await card());
    await userEvent.click(shown.getByRole("button", { name: "Действия: Встреча выпускников" }));
    expect(await screen.findByRole("menuitem", { name: "Сохранить в календарь" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Изменить событие" })).not.toBeInTheDocument();
  });

  it("can be changed by their author until the server lists them as past, whatever the clock of the device", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(meeting.start) + 2 * 86_400_000 });
    const over = { ...meeting, id: 13, title: "Прошло", start: "2020-12-12T13:00:00.000Z" };
    const past = { body: { data: [over], meta: { next: null } } };
    show(null, (call, body) => (call.includes("past=1") ? past : server(call, body)));
    await userEvent.click(await screen.findByRole("button", { name: /^Действия: Встреча/ }));
    expect(await screen.findByRole("menuitem", { name: "Изменить событие" })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Прошедшие события" }));
    vi.setSystemTime("2020-12-12T13:00:00.000Z");
    await userEvent.click(await screen.findByRole("button", { name: "Действия: Прошло" }));
    expect(await screen.findByRole("menuitem", { name: "Сохранить в календарь" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Изменить событие" })).toBeNull();
  });

  it("show, while there are none, a button to make one to members of the class alone", async () => {
    events = [];
    rights = { create: false, manage: false };
    show();
    expect(await screen.findByText("Пока ничего не запланировано.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Новое событие" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Прошедшие события" }));
    expect(await screen.findByText("Прошедших событий пока нет.")).toBeVisible();
  });
});

describe("a new event", () => {
  const open = async () => {
    show();
    await card();
    await userEvent.click(await screen.findByRole("button", { name: "Новое событие" }));
    return within(await screen.findByRole("dialog"));
  };
  const enter = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it("is sent with its time as an instant", async () => {
    write.mockReturnValue({ body: { message: "Готово", data: { ...meeting, id: 13 } } });
    const dialog = await open();
    enter(/^Название/, "Пикник");
    enter(/^Начало/, "2029-05-01T12:00");
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() =>
      expect(write).toHaveBeenCalledExactlyOnceWith(`POST ${url}`, {
        ...{ title: "Пикник", text: "", place: "", end: null, time_zone: ownTimeZone() },
        start: instantOf("2029-05-01T12:00", ownTimeZone()),
        client_id: expect.any(String) as string,
      }),
    );
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Готово"]));
  });

  it("that was being written when the session ended is there when its author opens the form again", async () => {
    await open();
    enter(/^Название/, "Пикник");
    enter(/^Подробности/, "Берём мяч");
    act(() => clearToken());
    cleanup();
    await open();
    expect(screen.getByLabelText(/^Название/)).toHaveValue("Пикник");
    expect(screen.getByLabelText(/^Подробности/)).toHaveValue("Берём мяч");
  });

  it.each([["Сохранить"], ["Закрыть", "Ок"]])(
    "that was left by “%s” before the session ended is not in the form of the next one",
    async (...names) => {
      write.mockReturnValue({ body: { message: "Готово", data: { ...meeting, id: 13 } } });
      await open();
      enter(/^Название/, "Пикник");
      enter(/^Начало/, "2029-05-01T12:00");
      for (const name of names) await userEvent.click(await screen.findByRole("button", { name }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      act(() => clearToken());
      cleanup();
      await open();
      expect(screen.getByLabelText(/^Название/)).toHaveValue("");
    },
  );

  it("whose end is before its start says so at the end, beside every other fault; the first is focused and all stays", async () => {
    const dialog = await open();
    enter(/^Начало/, "2029-05-01T12:00");
    enter(/^Окончание/, "2029-05-01T11:00");
    enter(/^Подробности/, "Берём детей");
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    const end = screen.getByLabelText(/^Окончание/);
    await waitFor(() => expect(end).toHaveAccessibleDescription("Окончание раньше начала"));
    expect(screen.getByLabelText(/^Название/)).toHaveFocus();
    enter(/^Название/, "Пикник");
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    await waitFor(() => expect(end).toHaveFocus());
    expect(end).toHaveValue("2029-05-01T11:00");
    expect(screen.getByLabelText(/^Подробности/)).toHaveValue("Берём детей");
    expect(write).not.toHaveBeenCalled();
  });

  it("says which of its fields are optional", async () => {
    const dialog = await open();
    for (const name of ["Окончание", "Место", "Подробности"])
      expect(dialog.getByLabelText(`${name} (необязательно)`)).not.toBeRequired();
    expect(dialog.getByLabelText(/^Начало/)).toBeRequired();
  });

  it("needs a title and a start", async () => {
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    expect(await dialog.findAllByText("Обязательное поле")).toHaveLength(2);
    expect(write).not.toHaveBeenCalled();
  });

  it("is refused as past by the server's clock, and never by that of the phone", async () => {
    const past = "Выберите время, которое ещё не прошло";
    write.mockReturnValue(refusal("invalid", "Проверьте поля", { start: [past] }));
    const dialog = await open();
    enter(/^Название/, "Пикник");
    enter(/^Начало/, "2020-05-01T12:00");
    await userEvent.click(dialog.getByRole("button", { name: "Сохранить" }));
    const start = screen.getByLabelText(/^Начало/);
    await waitFor(() => expect(start).toHaveAccessibleDescription(past));
    expect(write).toHaveBeenCalledOnce();
  });
});

it("the calendar's address is shown, and renewed after a confirmation, which Escape declines", async () => {
  write.mockReturnValue({
    body: { message: "Новый адрес", data: { url: "https://kampus.uz/7-other.ics" } },
  });
  show();
  await card();
  await userEvent.click(screen.getByRole("button", { name: "Подписка на календарь" }));
  const address = await screen.findByRole("textbox", { name: "Адрес" });
  await waitFor(() => expect(address).toHaveValue("https://kampus.uz/7-secret.ics"));
  await userEvent.click(screen.getByRole("button", { name: "Новый адрес" }));
  await screen.findByRole("button", { name: "Ок" });
  await userEvent.keyboard("{Escape}"); // a no, which leaves the dialog open
  await waitFor(() => expect(screen.queryByRole("button", { name: "Ок" })).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Новый адрес" }));
  await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
  await waitFor(() => expect(address).toHaveValue("https://kampus.uz/7-other.ics"));
});
