// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ReportDialog } from "#components/reports/report-dialog.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import type { Reported } from "#lib/reports/reported.ts";
import messages from "#messages/ru.json" with { type: "json" };

const madina = { kind: "member", id: 7, name: "Юсупова Мадина Рустамовна" } as const;
const answer = vi.fn<AnswerCall>();
const onSent = vi.fn<(alsoBlock: boolean) => void>();
const onClose = vi.fn<() => void>();

const show = (reported: Reported) =>
  renderWithProviders(
    <ReportDialog reported={reported} opened onClose={onClose} onSent={onSent} />,
    { answer },
  );

beforeEach(() => {
  vi.clearAllMocks();
  answer.mockReset().mockResolvedValue({ body: { message: "Спасибо" } });
});

const details = () => screen.getByRole("textbox", { name: "Подробности (необязательно)" });
const send = () => userEvent.click(screen.getByRole("button", { name: "Отправить жалобу" }));
const choose = (reason: string) => userEvent.click(screen.getByRole("radio", { name: reason }));

describe("a report of a member", () => {
  beforeEach(() => {
    show(madina);
  });

  it("is sent with its reason and its text, and the member is thanked", async () => {
    await choose("Спам или реклама");
    await userEvent.type(details(), " Продаёт дипломы ");
    await send();
    expect(answer).toHaveBeenCalledExactlyOnceWith("POST /reports", {
      user_id: 7,
      reason: "spam",
      text: "Продаёт дипломы",
    });
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Спасибо"]));
    expect(onSent).toHaveBeenCalledExactlyOnceWith(false);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("needs no text, and can block the member as well", async () => {
    await choose("Другое");
    await userEvent.click(
      screen.getByRole("checkbox", { name: "Также заблокировать этого участника" }),
    );
    await send();
    expect(onSent).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("needs a reason: the first one gets the focus", async () => {
    await send();
    expect(screen.getByRole("radiogroup", { name: "Что случилось" })).toHaveAccessibleDescription(
      "Обязательное поле",
    );
    expect(screen.getByRole("radio", { name: "Спам или реклама" })).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("counts the characters of its text, and accepts at most a thousand", async () => {
    await choose("Другое");
    fireEvent.change(details(), { target: { value: "ж".repeat(1001) } });
    expect(screen.getByText(/^1\s001 \/ 1\s000$/)).toBeVisible();
    await send();
    expect(details()).toHaveAccessibleDescription("Максимум 1\u00a0000 символов");
    expect(answer).not.toHaveBeenCalled();
  });

  it.each(["Escape", "the cross", "Back"])(
    "is not lost by %s before a confirmation",
    async (way) => {
      const close = async () => {
        if (way === "Escape") await userEvent.keyboard("{Escape}");
        else if (way === "Back") window.history.back();
        else await userEvent.click(screen.getByRole("button", { name: "Закрыть" }));
      };
      const question = messages.Reports.leaveQuestion;
      await userEvent.type(details(), "Не сдаюсь");
      await close();
      const asking = await screen.findByRole("dialog", { name: question });
      await userEvent.click(within(asking).getByRole("button", { name: "Отмена" }));
      await waitFor(() => expect(screen.queryByRole("dialog", { name: question })).toBeNull());
      expect(onClose).not.toHaveBeenCalled();
      expect(details()).toHaveValue("Не сдаюсь");
      await close();
      await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
      await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    },
  );

  it("without a word or a choice is closed without a question", async () => {
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(screen.queryByRole("dialog", { name: messages.Reports.leaveQuestion })).toBeNull();
  });

  it("that could not be sent stays in the dialog, with the server's message", async () => {
    answer.mockResolvedValueOnce(
      refusal("invalid", "Проверьте поля", { text: ["Слишком длинно"] }),
    );
    await choose("Другое");
    await userEvent.type(details(), "Не сдаюсь");
    await send();
    expect(details()).toHaveAccessibleDescription("Слишком длинно");
    expect(details()).toHaveValue("Не сдаюсь");
    answer.mockRejectedValueOnce(noNetwork);
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent(messages.Problem.offline);
    expect(details()).toHaveValue("Не сдаюсь");
    expect(screen.getByRole("radio", { name: "Другое" })).toBeChecked();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe("a report of something else", () => {
  it.each([
    [
      { kind: "event", id: 12, name: "Встреча" },
      "О событии: Встреча",
      "Обман или чужое имя",
      { event_id: 12 },
    ],
    [
      { kind: "chat", id: 3, name: "Выпуск 2014" },
      "О чате: Выпуск 2014",
      "Обман или чужое имя",
      { chat_id: 3 },
    ],
    [
      { kind: "institution", id: 5, name: "Школа № 110" },
      "О заведении: Школа № 110",
      "Такого заведения нет, или в нём ошибка",
      { object_id: 5 },
    ],
    [
      { kind: "invitation", code: "abc", name: "Алишер Каримов" },
      "О приглашении: Алишер Каримов",
      "Обман или чужое имя",
      { invitation_code: "abc" },
    ],
  ] as const)("names %j, and blocks nobody", async (reported, lead, fake, named) => {
    show(reported);
    expect(screen.getByText(new RegExp(`^${lead}`))).toBeVisible();
    expect(screen.queryByRole("checkbox")).toBeNull();
    await choose(fake);
    await send();
    expect(answer).toHaveBeenCalledExactlyOnceWith("POST /reports", {
      ...named,
      reason: "fake",
    });
    expect(onSent).toHaveBeenCalledExactlyOnceWith(false);
  });
});
