// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AccountSettings } from "#components/account/account-settings.tsx";
import { member, renderForMember } from "#components/testing/account-testing.tsx";
import { enter } from "#components/testing/form-testing.tsx";
import type { Account } from "#lib/account/schema.ts";
import { type AnswerCall, answerCalls, refusal } from "#lib/testing/answer-calls.ts";

const { surname, name, patronymic, email } = member;
const number = "+998901234567";
const long = "2026-01-01T08:00:00.000Z";
let account: Account;
/** The server's answer to every change. */
const answer = vi.fn<AnswerCall>();

beforeEach(() => {
  account = {
    ...{ surname, name, patronymic, email },
    phone: null,
    phone_recovers_from: null,
    locale: "ru",
    time_zone: null,
    birthday: null,
  };
  answer.mockReset().mockResolvedValue({ body: { message: "Код отправлен" } });
  answerCalls((...call) =>
    call[0] === "GET /profile/setting/account" ? { body: { data: account } } : answer(...call),
  );
});

const withPhone = (recoversFrom = long) =>
  Object.assign(account, { phone: number, phone_recovers_from: recoversFrom });
const screenOfPhone = async () => {
  renderForMember(<AccountSettings languages={[]} onLanguageChange={vi.fn()} />);
  return within(await screen.findByRole("region", { name: "Телефон для восстановления" }));
};
const press = async (label: string) =>
  userEvent.click(await screen.findByRole("button", { name: label }));

async function askForCode() {
  await screenOfPhone();
  await press("Добавить номер");
  const user = userEvent.setup();
  await enter(user, { "Новый номер": "+998 90 123-45-67", "Текущий пароль": "верный конь" });
  await press("Получить код");
  return user;
}

describe("the recovery phone", () => {
  it("is added with the password and then the code, and shows from when it works", async () => {
    const user = await askForCode();
    const code = await screen.findByLabelText("Код из SMS");
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute("autocomplete", "one-time-code");
    expect(screen.getByText("+998 90 123 45 67")).toBeVisible();
    expect(answer).toHaveBeenCalledExactlyOnceWith("POST /profile/setting/phone", {
      phone: "+998 90 123-45-67",
      password: "верный конь",
    });
    const inThreeDays = new Date(Date.now() + 72 * 3_600_000).toISOString();
    const body = { message: "Номер сохранён", data: withPhone(inThreeDays) };
    answer.mockResolvedValue({ body });
    await user.type(code, "1234 5678");
    await press("Подтвердить номер");
    expect(
      await screen.findByText(/Восстановить доступ по этому номеру можно будет с/),
    ).toBeVisible();
    expect(screen.getByText(/новый номер начнёт работать через 72 часа/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Сменить номер" })).toHaveFocus();
    expect(answer).toHaveBeenLastCalledWith("POST /profile/setting/phone/confirm", {
      phone: number,
      code: "1234 5678",
    });
  });

  it("asks for the number with the keyboard of a telephone, and requires both fields", async () => {
    await screenOfPhone();
    await press("Добавить номер");
    const field = screen.getByLabelText("Новый номер");
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("type", "tel");
    expect(field).toHaveAttribute("inputmode", "tel");
    await press("Получить код");
    expect(await screen.findAllByText("Обязательное поле")).toHaveLength(2);
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    ["password", "Неверный пароль", "Текущий пароль"],
    ["phone", "Это и есть ваш номер", "Новый номер"],
  ])(
    "says on the field that the %s is refused, and keeps what was typed",
    async (field, message, label) => {
      const errors = { [field]: [message] };
      answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
      await askForCode();
      expect(await screen.findByText(message)).toBeVisible();
      expect(screen.getByLabelText(label)).toHaveFocus();
      expect(screen.getByLabelText("Новый номер")).toHaveValue("+998 90 123-45-67");
    },
  );

  it("shows a wrong code on its field", async () => {
    const user = await askForCode();
    const errors = { code: ["Неверный или устаревший код"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    await user.type(await screen.findByLabelText("Код из SMS"), "12345678");
    await press("Подтвердить номер");
    expect(await screen.findByText("Неверный или устаревший код")).toBeVisible();
    expect(screen.getByLabelText("Код из SMS")).toHaveFocus();
  });

  it("goes back to the number when it belongs to another account", async () => {
    const user = await askForCode();
    const errors = { phone: ["Этот номер уже занят"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    await user.type(await screen.findByLabelText("Код из SMS"), "12345678");
    await press("Подтвердить номер");
    expect(await screen.findByText("Этот номер уже занят")).toBeVisible();
    expect(screen.getByLabelText("Новый номер")).toHaveFocus();
    expect(screen.getByLabelText("Текущий пароль")).toHaveValue("");
  });

  it("stays unchanged when the change is cancelled", async () => {
    withPhone();
    await screenOfPhone();
    expect(await screen.findByText("По этому номеру можно восстановить доступ")).toBeVisible();
    await press("Сменить номер");
    await press("Отмена");
    expect(screen.getByRole("button", { name: "Сменить номер" })).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("is removed with the password", async () => {
    withPhone();
    const card = await screenOfPhone();
    await press("Удалить номер");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Удалить номер \+998 90 123 45 67\?/)).toBeVisible();
    const data = { ...account, phone: null, phone_recovers_from: null };
    answer.mockResolvedValue({ body: { message: "Номер удалён", data } });
    await userEvent.type(dialog.getByLabelText("Текущий пароль"), "верный конь");
    await userEvent.click(dialog.getByRole("button", { name: "Удалить номер" }));
    expect(await card.findByText("Номер не указан")).toBeVisible();
    expect(answer).toHaveBeenCalledExactlyOnceWith("DELETE /profile/setting/phone", {
      password: "верный конь",
    });
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Добавить номер" })).toHaveFocus(),
    );
  });

  describe("where no text messages are sent", () => {
    const renderWithoutTexts = () =>
      renderForMember(<AccountSettings languages={[]} onLanguageChange={vi.fn()} />, {
        textMessages: false,
      });

    it("is not offered to a member who has none", async () => {
      renderWithoutTexts();
      expect(await screen.findByLabelText("Имя")).toBeVisible();
      expect(screen.queryByText("Телефон для восстановления")).not.toBeInTheDocument();
    });

    it("of a member who has one is said to be useless, and can only be removed", async () => {
      withPhone();
      renderWithoutTexts();
      const card = within(
        await screen.findByRole("region", { name: "Телефон для восстановления" }),
      );
      expect(card.getByText("+998 90 123 45 67")).toBeVisible();
      expect(card.getByText(/SMS сейчас не отправляются/)).toBeVisible();
      expect(card.queryByText(/можно восстановить доступ/)).not.toBeInTheDocument();
      const buttons = card.getAllByRole("button");
      expect(buttons.map(({ textContent }) => textContent)).toEqual(["Удалить номер"]);
    });
  });
});
