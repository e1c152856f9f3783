// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { member, renderForMember } from "#components/testing/account-testing.tsx";
import { PersonalForm } from "#components/account/personal-form.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { ToasterOnDemand } from "#components/ui/toasts/toaster-on-demand.tsx";
import type { Account } from "#lib/account/schema.ts";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";
import { type AnswerCall, answerCalls, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import messages from "#messages/ru.json" with { type: "json" };

const { surname, name, patronymic, email } = member;
const account: Account = {
  ...{ surname, name, patronymic, email },
  phone: "+998901234567",
  phone_recovers_from: "2026-11-01T08:00:00.000Z",
  locale: "ru",
  time_zone: null,
  birthday: null,
};
const languages = [
  { locale: "ru", name: "Русский" },
  { locale: "uz", name: "Oʻzbekcha" },
];

const answer = vi.fn<AnswerCall>();
beforeEach(() => {
  answer.mockReset().mockImplementation((_call, input) => ({
    body: { message: "Сохранено", data: Object.assign({ ...account }, input) },
  }));
  answerCalls(answer);
});

interface SettingsProps {
  onLanguageChange?: (locale: string) => void;
  stored?: Account;
}

const bornInMay = { ...account, birthday: { day: 1, month: 5 } };

/**
 * The form as the settings show it; the buttons stand for leaving the page and coming back, and for what another tab has
 * saved.
 */
function Settings({ onLanguageChange = vi.fn(), stored = account }: SettingsProps) {
  const [shown, show] = useState(true);
  const [current, save] = useState(stored);
  return (
    <>
      <button onClick={() => show(!shown)}>elsewhere</button>
      <button onClick={() => save(bornInMay)}>born in May</button>
      <ToasterOnDemand />
      {shown && <PersonalForm {...{ account: current, languages, onLanguageChange }} />}
    </>
  );
}

async function retype(label: string, text: string) {
  const user = userEvent.setup();
  await user.clear(screen.getByLabelText(label));
  await user.type(screen.getByLabelText(label), text);
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Сохранить" }));

describe("the personal details", () => {
  it("are shown as they are stored, with the login read-only", () => {
    renderForMember(<Settings />);
    expect(screen.getByLabelText("Фамилия")).toHaveValue(surname);
    expect(screen.getByLabelText("Логин")).toHaveValue(email);
    expect(screen.getByLabelText("Логин")).toHaveAttribute("readonly");
    expect(screen.getByLabelText("Язык")).toHaveDisplayValue("Русский");
  });

  it("are sent whole when one of them has changed", async () => {
    renderForMember(<Settings />);
    await retype("Имя", "Алишербек");
    expect(screen.getByText("Есть несохранённые изменения")).toBeVisible();
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    expect(answer).toHaveBeenCalledWith("PUT /profile/setting/account", {
      surname,
      name: "Алишербек",
      patronymic,
      locale: "ru",
      birthday: null,
      time_zone: null,
    });
  });

  it("are saved with the answer, also where the member is then fetched on a network that hangs", async () => {
    const stored = answer.getMockImplementation();
    let userCalls = 0;
    answer.mockImplementation((call, input) => {
      if (call !== "GET /user") return stored?.(call, input) ?? { body: {} };
      userCalls += 1;
      return userCalls === 1 ? { body: { data: member } } : new Promise(() => {});
    });
    renderWithProviders(<Settings />, { member });
    await waitFor(() => expect(userCalls).toBe(1));
    await retype("Имя", "Олим");
    await save();
    expect(await screen.findAllByText("Сохранено")).not.toHaveLength(0);
    expect(userCalls).toBe(2);
  });

  it("include the time zone of the mails, which the member finds by its city", async () => {
    renderForMember(<Settings />);
    const zone = await screen.findByRole("combobox", { name: "Часовой пояс (необязательно)" });
    await userEvent.click(zone);
    await userEvent.type(zone, "берлин");
    await userEvent.click(
      await screen.findByRole("option", { name: /^Берлин, Германия, GMT\+/, hidden: true }),
    );
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    const sent = expect.objectContaining({ time_zone: "Europe/Berlin" }) as object;
    expect(answer).toHaveBeenCalledWith(expect.anything(), sent);
  });

  it("are not sent while nothing has changed", async () => {
    renderForMember(<Settings />);
    const button = screen.getByRole("button", { name: "Сохранить" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toBeEnabled();
    await save();
    expect(answer).not.toHaveBeenCalled();
  });

  it("are validated before they are sent, and the first fault gets the focus", async () => {
    renderForMember(<Settings />);
    await retype("Имя", "Оли м");
    await userEvent.clear(screen.getByLabelText("Отчество"));
    await save();
    expect(await screen.findByText("Обязательное поле")).toBeVisible();
    expect(screen.getByLabelText("Отчество")).toBeInvalid();
    expect(screen.getByLabelText("Имя")).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("show the server's messages on their fields", async () => {
    const errors = { surname: ["Так не бывает"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    renderForMember(<Settings />);
    await retype("Фамилия", "Олимов");
    await save();
    expect(await screen.findByText("Так не бывает")).toBeVisible();
    expect(screen.getByLabelText("Фамилия")).toHaveFocus();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("show any other failure in a red alert and keep what was typed", async () => {
    answer.mockRejectedValue(noNetwork);
    renderForMember(<Settings />);
    await retype("Имя", "Олим");
    await save();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent(`Ошибка${messages.Problem.offline}`);
    expect(alert).toHaveFocus();
    expect(screen.getByLabelText("Имя")).toHaveValue("Олим");
  });

  it("change the language of the page once they are saved", async () => {
    const onLanguageChange = vi.fn();
    renderForMember(<Settings onLanguageChange={onLanguageChange} />);
    await userEvent.selectOptions(screen.getByLabelText("Язык"), "uz");
    expect(onLanguageChange).not.toHaveBeenCalled();
    await save();
    await waitFor(() => expect(onLanguageChange).toHaveBeenCalledWith("uz"));
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ locale: "uz" });
  });
});

describe("the language of the mails", () => {
  const inUzbek: Account = { ...account, locale: "uz" };

  it("is shown as it is stored, whatever the language of the page, and can be set to that of the page", async () => {
    const onLanguageChange = vi.fn();
    renderForMember(<Settings {...{ stored: inUzbek, onLanguageChange }} />);
    expect(screen.getByLabelText("Язык")).toHaveDisplayValue("Oʻzbekcha");
    await userEvent.selectOptions(screen.getByLabelText("Язык"), "ru");
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ locale: "ru" });
    expect(onLanguageChange).not.toHaveBeenCalled();
  });

  it("stays, as does that of the page, when something else is saved", async () => {
    const onLanguageChange = vi.fn();
    renderForMember(<Settings {...{ stored: inUzbek, onLanguageChange }} />);
    await retype("Имя", "Олим");
    await save();
    expect(await screen.findAllByText("Сохранено")).not.toHaveLength(0);
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ name: "Олим", locale: "uz" });
    expect(onLanguageChange).not.toHaveBeenCalled();
  });
});

describe("typed and unsaved values", () => {
  it("stay while the member visits another page", async () => {
    renderForMember(<Settings />);
    await retype("Имя", "Олим");
    await userEvent.click(screen.getByText("elsewhere"));
    await userEvent.click(screen.getByText("elsewhere"));
    expect(screen.getByLabelText("Имя")).toHaveValue("Олим");
    expect(screen.getByText("Есть несохранённые изменения")).toBeVisible();
  });

  it("make the browser ask before the page is closed, until they are discarded", async () => {
    renderForMember(<Settings />);
    expect(asksBeforeLeaving()).toBe(false);
    await retype("Имя", "Олим");
    expect(asksBeforeLeaving()).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Отменить изменения" }));
    expect(screen.getByLabelText("Имя")).toHaveValue(name);
    expect(screen.getByLabelText("Фамилия")).toHaveFocus();
    expect(asksBeforeLeaving()).toBe(false);
  });
});

describe("what another tab saves", () => {
  const otherTabSaves = () => userEvent.click(screen.getByText("born in May"));
  const leaveOrReturn = () => userEvent.click(screen.getByText("elsewhere"));

  it.each([
    ["the form is open", otherTabSaves],
    [
      "the member is on another page",
      async () => {
        await leaveOrReturn();
        await otherTabSaves();
        await leaveOrReturn();
      },
    ],
  ])("while %s is not reverted by the other fields that are saved here", async (_when, change) => {
    renderForMember(<Settings />);
    await retype("Фамилия", "Олимов");
    await change();
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    const { birthday } = bornInMay;
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ surname: "Олимов", birthday });
  });

  it("does not replace what is typed here", async () => {
    renderForMember(<Settings />);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "День" }), "9");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Месяц" }), "03");
    await otherTabSaves();
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ birthday: { day: 9, month: 3 } });
  });
});

describe("the birthday", () => {
  const day = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "День" });
  const month = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Месяц" });
  const days = () => within(day()).getAllByRole("option").length - 1; // without the one that is no day

  it("is filled in by the browser, as the language is, which knows what is asked for", () => {
    renderForMember(<Settings />);
    const language = screen.getByRole("combobox", { name: "Язык" });
    const purposes = [day(), month(), language].map((field) => field.getAttribute("autocomplete"));
    expect(purposes).toEqual(["bday-day", "bday-month", "language"]);
  });

  it("is entered as a day and a month, in this order in every language, and says that it is optional", () => {
    renderForMember(<Settings />);
    const birthday = screen.getByRole("group", { name: "День рождения (необязательно)" });
    expect(within(birthday).getAllByRole("combobox")).toEqual([day(), month()]);
    expect(screen.getByRole("combobox", { name: "Часовой пояс (необязательно)" })).toBeVisible();
  });

  it("offers the days that its month has, the 29th of February included, and never changes a chosen day silently", async () => {
    renderForMember(<Settings />);
    expect(days()).toBe(31);
    await userEvent.selectOptions(day(), "30");
    await userEvent.selectOptions(month(), "04");
    expect([days(), day().value]).toEqual([30, "30"]);
    await userEvent.selectOptions(month(), "02");
    expect([days(), day().value]).toEqual([29, "0"]);
    await userEvent.selectOptions(day(), "29");
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    const sent = expect.objectContaining({ birthday: { day: 29, month: 2 } }) as object;
    expect(answer).toHaveBeenCalledWith(expect.anything(), sent);
    await waitFor(() =>
      expect(shownToasts()).toEqual(["Успешно: Сохранено. День рождения: 29.02"]),
    );
  });

  it("is not saved by half: the missing part is named, and gets the focus", async () => {
    renderForMember(<Settings />);
    await userEvent.selectOptions(day(), "05");
    await save();
    expect(await screen.findByText("Выберите и день, и месяц")).toBeVisible();
    expect(month()).toHaveFocus();
    expect(month()).toBeInvalid();
    expect(answer).not.toHaveBeenCalled();
  });

  it("is removed by one button, and saving says so", async () => {
    const birthday = { day: 1, month: 5 };
    renderForMember(<Settings stored={{ ...account, birthday }} />);
    expect([day().value, month().value]).toEqual(["1", "5"]);
    await userEvent.click(screen.getByRole("button", { name: "Убрать день рождения" }));
    expect([day().value, month().value]).toEqual(["0", "0"]);
    expect(day()).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Убрать день рождения" })).toBeNull();
    await save();
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Сохранено. День рождения убран"]));
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ birthday: null });
  });
});
