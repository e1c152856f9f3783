// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { challengeOf, enter, renderForm } from "#components/testing/form-testing.tsx";
import { Recovery } from "#components/recovery/recovery.tsx";
import {
  type AnswerCall,
  answerCalls,
  refusal,
  type SentRequest,
} from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { readToken, writeToken } from "#lib/browser/cookies.ts";
import { takeValues } from "#lib/auth/carried-values.ts";
import { type RecoveryProgress, storeProgress } from "#lib/recovery/recovery-progress.ts";

const code = "7K2M-9QXC-0HTB-WE4R";
const mailed = { localPart: "alisher", domain: "talim.example", code: "" };
const texted = { phone: "+998901234567", code: "" };
const answer = vi.fn<AnswerCall>();
let requests: SentRequest[];

beforeEach(() => {
  sessionStorage.clear();
  storeProgress(null);
  window.history.replaceState(null, "", "/ru/recovery");
  answer.mockReset().mockResolvedValue({ body: { message: "Готово" } });
  requests = answerCalls(answer);
});

const send = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }));

async function atStep(step: "code" | "password", progress: RecoveryProgress) {
  const [by, codeField] = "phone" in progress ? ["by=phone&", "Код из SMS"] : ["", "Код из письма"];
  storeProgress(progress);
  window.history.replaceState(null, "", `/ru/recovery?${by}step=${step}`);
  renderForm(<Recovery challenge={challengeOf()} />);
  await screen.findByLabelText(step === "code" ? codeField : "Новый пароль");
  return userEvent.setup();
}

describe("the recovery of a password", () => {
  it("leads from the address over the code to a new password, and on to the login", async () => {
    const challenge = challengeOf();
    renderForm(<Recovery challenge={challenge} />);
    const user = userEvent.setup();
    await enter(user, { Логин: "alisher@talim.example", "Код с картинки": "k7rm2" });
    await send(user, "Отправить код");
    await waitFor(() => expect(screen.getByLabelText("Код из письма")).toHaveFocus());
    expect(screen.getByText("alisher@talim.example")).toBeInTheDocument();
    expect(answer).toHaveBeenLastCalledWith("POST /password/email", {
      email: "alisher@talim.example",
      captcha: "k7rm2",
      key: "key-1",
    });
    expect(requests.at(-1)?.credentials).toBe("same-origin");
    expect(challenge.renew).toHaveBeenCalledTimes(1);

    await enter(user, { "Код из письма": " 7k2m 9qxc-0htb we4r " });
    await send(user, "Продолжить");
    await waitFor(() => expect(screen.getByLabelText("Новый пароль")).toHaveFocus());

    await enter(user, { "Новый пароль": "верный конь", "Новый пароль ещё раз": "верный конь" });
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain("конь");
    await send(user, "Сохранить пароль");
    await waitFor(() => expect(window.location.pathname).toBe("/ru/login"));
    expect(answer).toHaveBeenLastCalledWith("POST /password/reset", {
      password: "верный конь",
      password_confirmation: "верный конь",
      code: " 7k2m 9qxc-0htb we4r ",
    });
    expect(requests.at(-1)?.credentials).toBe("same-origin");
    expect(takeValues("login", "ru")).toEqual({ login: "alisher" });
    expect(takeValues("account-domain", "ru")).toEqual({ chosen: "talim.example" });
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ["", "Обязательное поле"],
    ["alish", "Минимум 6 символа"],
    ["alisher@mail.example", "Невалидный Email адрес"],
    ["alisher bek", "Значение не должно иметь пробельные символы"],
  ])("refuses the address %j: %s", async (email, message) => {
    renderForm(<Recovery challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { "Код с картинки": "k7rm2" });
    if (email) await enter(user, { Логин: email });
    await send(user, "Отправить код");
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText("Логин")).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("asks for the code", async () => {
    const user = await atStep("code", mailed);
    await send(user, "Продолжить");
    expect(await screen.findByText("Обязательное поле")).toBeInTheDocument();
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    ["12345", "12345", "Новый пароль", "Минимум 6 символа"],
    ["   ", "   ", "Новый пароль", "Обязательное поле"],
    ["верный конь", "верный кот", "Новый пароль ещё раз", "Пароли не совпадают"],
  ])("refuses the password %j and %j", async (password, confirmation, field, message) => {
    const user = await atStep("password", { ...mailed, code });
    await enter(user, { "Новый пароль": password, "Новый пароль ещё раз": confirmation });
    await send(user, "Сохранить пароль");
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("signs out whoever is signed in here before it leads to the login", async () => {
    let forget = () => {};
    const forgotten = new Promise<void>((resolve) => {
      forget = resolve;
    });
    answer.mockImplementation(async (call) => {
      if (call.endsWith("/api/forget")) await forgotten;
      if (call === "GET /user") return { body: { data: memberSample } };
      return { body: { message: "Пароль изменён" } };
    });
    const user = await atStep("password", { ...mailed, code });
    act(() => writeToken("token-of-another"));
    await waitFor(() => expect(answer).toHaveBeenCalledWith("GET /user"));
    await enter(user, { "Новый пароль": "верный конь", "Новый пароль ещё раз": "верный конь" });
    await send(user, "Сохранить пароль");
    await waitFor(() =>
      expect(answer).toHaveBeenCalledWith(expect.stringMatching(/\/api\/forget$/)),
    );
    expect(window.location.pathname).toBe("/ru/recovery");
    forget();
    await waitFor(() => expect(window.location.pathname).toBe("/ru/login"));
    expect(readToken()).toBeNull();
    expect(takeValues("login", "ru")).toEqual({ login: "alisher" });
  });

  it("requests another code on the first step, which still has the address", async () => {
    const user = await atStep("code", mailed);
    await send(user, "Отправить ещё раз");
    expect(await screen.findByLabelText("Логин")).toHaveValue("alisher");
    expect(screen.getByLabelText("Домен почты")).toHaveDisplayValue("@talim.example");
  });

  it("follows Back to the previous step", async () => {
    renderForm(<Recovery challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { Логин: "alisher", "Код с картинки": "k7rm2" });
    await send(user, "Отправить код");
    await screen.findByLabelText("Код из письма");
    act(() => window.history.back());
    expect(await screen.findByLabelText("Логин")).toHaveValue("alisher");
  });
});

describe("the recovery by phone", () => {
  it("is chosen on the first step, keeps the captcha and what was typed, and leads through to the login", async () => {
    const challenge = challengeOf();
    renderForm(<Recovery challenge={challenge} />);
    const user = userEvent.setup();
    await enter(user, { Логин: "alisher", "Код с картинки": "k7rm2" });
    await user.click(screen.getByRole("radio", { name: "На телефон" }));
    expect(screen.getByRole("radio", { name: "На телефон" })).toHaveFocus();
    await user.click(screen.getByRole("radio", { name: "На почту" }));
    expect(screen.getByLabelText("Логин")).toHaveValue("alisher");
    await user.click(screen.getByRole("radio", { name: "На телефон" }));
    const phone = screen.getByLabelText("Телефон");
    expect(phone).toHaveAttribute("type", "tel");
    expect(phone).toHaveAttribute("inputmode", "tel");
    await enter(user, { Телефон: "+998 (90) 123-45-67" });
    await send(user, "Отправить код");

    const code = await screen.findByLabelText("Код из SMS");
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute("autocomplete", "one-time-code");
    expect(code).toHaveAttribute("inputmode", "numeric");
    expect(screen.getByText("+998 90 123 45 67")).toBeInTheDocument();
    const [call, form] = answer.mock.lastCall as [string, FormData];
    expect([call, Object.fromEntries(form)]).toEqual([
      "POST /password/phone",
      { phone: "+998901234567", captcha: "k7rm2", key: "key-1" },
    ]);
    expect(requests.at(-1)?.credentials).toBe("same-origin");
    expect(challenge.renew).toHaveBeenCalledTimes(1);

    await enter(user, { "Код из SMS": "1234 5678" });
    await send(user, "Продолжить");
    await waitFor(() => expect(screen.getByLabelText("Новый пароль")).toHaveFocus());
    expect(answer).toHaveBeenLastCalledWith("POST /password/code/check/otp", {
      code: "1234 5678",
      phone: "+998901234567",
    });
    expect(requests.at(-1)?.credentials).toBe("same-origin");
    await enter(user, { "Новый пароль": "верный конь", "Новый пароль ещё раз": "верный конь" });
    await send(user, "Сохранить пароль");
    await waitFor(() => expect(window.location.pathname).toBe("/ru/login"));
    expect(answer).toHaveBeenLastCalledWith("POST /password/reset/otp", {
      password: "верный конь",
      password_confirmation: "верный конь",
      code: "1234 5678",
      phone: "+998901234567",
    });
    expect(requests.at(-1)?.credentials).toBe("same-origin");
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ["", "Обязательное поле"],
    ["901234567", "Укажите номер с кодом страны, например +998 90 123 45 67"],
  ])("refuses the number %j: %s", async (typed, message) => {
    window.history.replaceState(null, "", "/ru/recovery?by=phone");
    renderForm(<Recovery challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { "Код с картинки": "k7rm2", ...(typed && { Телефон: typed }) });
    await send(user, "Отправить код");
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText("Телефон")).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("is offered only where text messages are sent, and the address of the page cannot choose it elsewhere", () => {
    window.history.replaceState(null, "", "/ru/recovery?by=phone");
    renderForm(<Recovery challenge={challengeOf()} />, { textMessages: false });
    expect(screen.queryByRole("radio")).not.toBeInTheDocument();
    expect(screen.queryByLabelText("Телефон")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Логин")).toBeVisible();
  });

  it("that fails renews the captcha, and shows a message without a field in an alert", async () => {
    answer.mockResolvedValue(refusal("too_many_requests", "Слишком много попыток"));
    const challenge = challengeOf();
    window.history.replaceState(null, "", "/ru/recovery?by=phone");
    renderForm(<Recovery challenge={challenge} />);
    const user = userEvent.setup();
    await enter(user, { Телефон: "+998901234567", "Код с картинки": "k7rm2" });
    await send(user, "Отправить код");
    expect(await screen.findByRole("alert")).toHaveTextContent("ОшибкаСлишком много попыток");
    expect(screen.getByLabelText("Код с картинки")).toHaveValue("");
    expect(screen.getByLabelText("Телефон")).toHaveValue("+998901234567");
    expect(challenge.renew).toHaveBeenCalledTimes(1);
  });
});

describe.each([
  { by: "mail", progress: mailed, field: "Код из письма", first: ["Логин", "alisher"] },
  { by: "phone", progress: texted, field: "Код из SMS", first: ["Телефон", "+998 90 123 45 67"] },
])("the recovery by $by", ({ progress, field, first: [address = "", value] }) => {
  beforeEach(() => {
    const errors = { code: ["Неверный или устаревший код"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
  });

  it("shows a wrong code on its field", async () => {
    const user = await atStep("code", progress);
    await enter(user, { [field]: "00000000" });
    await send(user, "Продолжить");
    expect(await screen.findByText("Неверный или устаревший код")).toBeInTheDocument();
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("goes back to the code when it has expired meanwhile, and to the address for another code", async () => {
    const user = await atStep("password", { ...progress, code });
    await enter(user, { "Новый пароль": "верный конь", "Новый пароль ещё раз": "верный конь" });
    await send(user, "Сохранить пароль");
    expect(await screen.findByLabelText(field)).toHaveAccessibleDescription(
      /Неверный или устаревший код/,
    );
    await send(user, "Отправить ещё раз");
    expect(await screen.findByLabelText(address)).toHaveValue(value);
    expect(screen.getByLabelText(address)).toHaveFocus();
  });
});
