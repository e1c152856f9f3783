// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  challengeOf,
  enter,
  renderForm,
  signedInMember,
} from "#components/testing/form-testing.tsx";
import { LoginForm } from "#components/auth/login-form.tsx";
import {
  type AnswerCall,
  answerCalls,
  noNetwork,
  refusal,
  type SentRequest,
} from "#lib/testing/answer-calls.ts";
import { carryOverValues, loginFormName } from "#lib/auth/carried-values.ts";
import { readToken, takeArrivalToast, writeLocale } from "#lib/browser/cookies.ts";
import messages from "#messages/ru.json" with { type: "json" };

const answer = vi.fn<AnswerCall>();
let requests: SentRequest[];
beforeEach(() => {
  sessionStorage.clear();
  answer.mockReset();
  requests = answerCalls(answer);
});

async function fillIn() {
  const user = userEvent.setup();
  await enter(user, { Логин: "alisher", Пароль: "secret", "Код с картинки": "k7rm2" });
  return user;
}

describe("the login form", () => {
  it("sends the whole login and the captcha, and signs the member in", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(readToken()).toBe(signedInMember.token));
    expect(answer).toHaveBeenCalledExactlyOnceWith("POST /login", {
      login: "alisher@kampus.example",
      password: "secret",
      captcha: "k7rm2",
      key: "key-1",
    });
    expect(requests[0]?.credentials).toBe("same-origin");
  });

  it("lets the member choose between the account domains", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.selectOptions(screen.getByLabelText("Домен почты"), "@talim.example");
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ login: "alisher@talim.example" });
  });

  it("accepts a login that was pasted whole", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { Логин: "alisher@talim.example" });
    expect(screen.getByLabelText("Логин")).toHaveValue("alisher");
    expect(screen.getByLabelText("Домен почты")).toHaveDisplayValue("@talim.example");
  });

  it("sends a whole login once that stood in the field before the page knew the domains", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    carryOverValues(loginFormName, "ru", { login: "alisher@talim.example" });
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { Пароль: "secret", "Код с картинки": "k7rm2" });
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ login: "alisher@talim.example" });
  });

  it("reports missing fields without sending, and focuses the first of them", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    await userEvent.click(screen.getByRole("button", { name: "Войти" }));
    expect(await screen.findAllByText("Обязательное поле")).toHaveLength(3);
    expect(screen.getByLabelText("Логин")).toHaveFocus();
    expect(screen.getByLabelText("Логин")).toBeInvalid();
    expect(answer).not.toHaveBeenCalled();
  });

  it("reports a wrong pair in a red alert, keeps what was typed, and loads a new captcha", async () => {
    answer.mockResolvedValue(refusal("credentials_invalid", "Неверный логин или пароль"));
    const challenge = challengeOf();
    renderForm(<LoginForm challenge={challenge} />);
    const user = await fillIn();
    await user.click(screen.getByRole("button", { name: "Войти" }));
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("ОшибкаНеверный логин или пароль");
    expect(alert).toHaveFocus();
    expect(screen.getByLabelText("Логин")).toHaveValue("alisher");
    expect(screen.getByLabelText("Пароль")).toHaveValue("secret");
    expect(screen.getByLabelText("Код с картинки")).toHaveValue("");
    expect(challenge.renew).toHaveBeenCalledTimes(1);
  });

  it("shows the password only on request", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    expect(screen.getByLabelText("Пароль")).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Показать пароль" }));
    expect(screen.getByLabelText("Пароль")).toHaveAttribute("type", "text");
    await userEvent.click(screen.getByRole("button", { name: "Скрыть пароль" }));
    expect(screen.getByLabelText("Пароль")).toHaveAttribute("type", "password");
  });

  it("is disabled while no captcha can be loaded", () => {
    renderForm(<LoginForm challenge={challengeOf({ key: null, blocked: true })} />);
    expect(screen.getByLabelText("Логин")).toBeDisabled();
    expect(screen.getByLabelText("Пароль")).toBeDisabled();
    expect(screen.getByRole("button", { name: "Войти" })).toBeDisabled();
  });

  it("shows on the next page that a deleted account has been restored", async () => {
    const body = { ...signedInMember, restored: true, message: "Аккаунт восстановлен" };
    answer.mockResolvedValue({ body });
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(readToken()).toBe(signedInMember.token));
    expect(takeArrivalToast()).toBe("Аккаунт восстановлен");
  });

  it("is sent by Enter from any field", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.type(screen.getByLabelText("Логин"), "{Enter}");
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  });

  it("is not sent by Enter while there is no captcha", async () => {
    renderForm(<LoginForm challenge={challengeOf({ key: null })} />);
    const user = await fillIn();
    await user.type(screen.getByLabelText("Логин"), "{Enter}");
    expect(answer).not.toHaveBeenCalled();
  });

  it("is sent with the answer of a captcha that needs no typing", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    const challenge = challengeOf({ answer: "511.ab", field: () => null });
    renderForm(<LoginForm challenge={challenge} />);
    const user = userEvent.setup();
    await enter(user, { Логин: "alisher", Пароль: "secret" });
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ captcha: "511.ab", key: "key-1" });
  });

  it.each([
    ["К", "Минимум 2 символа"],
    ["к".repeat(256), "Максимум 255 символов"],
    ["али шер", "Значение не должно иметь пробельные символы"],
    ["   ", "Обязательное поле"],
  ])("refuses the login %j: %s", async (login, message) => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { Логин: login, Пароль: "secret", "Код с картинки": "k7rm2" });
    await user.click(screen.getByRole("button", { name: "Войти" }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText("Логин")).toHaveAccessibleDescription(message);
    expect(answer).not.toHaveBeenCalled();
  });

  it.each<[string, AnswerCall, string]>([
    ["no answer", () => Promise.reject(noNetwork), messages.Problem.offline],
    ["too many tries", () => refusal("too_many_requests", "Слишком много"), "Слишком много"],
    [
      "a page instead of JSON",
      () => new Response("<html>", { status: 502, statusText: "Bad Gateway" }),
      "Bad Gateway",
    ],
    [
      "a field that the form does not show",
      () => refusal("invalid", "Проверьте поля", { key: ["Обязательное поле"] }),
      "Проверьте поля",
    ],
    [
      "an answer without a token",
      () => ({ body: { message: "Вы вошли" } }),
      "Сервер ответил непонятно",
    ],
  ])("says in the alert why the login failed: %s", async (_case, failure, message) => {
    answer.mockImplementation(failure);
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.click(screen.getByRole("button", { name: "Войти" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByRole("button", { name: "Войти" })).toBeEnabled();
  });

  it("says in the alert that the browser stores no cookies, and leaves no session behind", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    vi.spyOn(Document.prototype, "cookie", "set").mockReturnValue(undefined);
    await user.click(screen.getByRole("button", { name: "Войти" }));
    expect(await screen.findByRole("alert")).toHaveTextContent(messages.Auth.cookiesRefused);
    expect(screen.getByRole("button", { name: "Войти" })).toBeEnabled();
    expect(answer).not.toHaveBeenCalled();
  });

  it("shows an unexpected error in the alert where the page itself fails", async () => {
    vi.stubGlobal("fetch", () => {
      throw new TypeError("x is undefined");
    });
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.click(screen.getByRole("button", { name: "Войти" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Сервер ответил непонятно");
    expect(screen.getByRole("button", { name: "Войти" })).toBeEnabled();
  });

  it("warns while Caps Lock is on", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await user.click(screen.getByLabelText("Пароль"));
    await user.keyboard("{CapsLock}a");
    expect(screen.getByText("Включён Caps Lock")).toBeInTheDocument();
    await user.keyboard("{CapsLock}a");
    expect(screen.queryByText("Включён Caps Lock")).not.toBeInTheDocument();
  });

  it("carries the login over when the language is changed, and stores the password nowhere", async () => {
    const { unmount } = renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.selectOptions(screen.getByLabelText("Домен почты"), "@talim.example");
    writeLocale("uz");
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    unmount();
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain("alisher");
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toMatch(/secret|k7rm2/);

    renderForm(<LoginForm challenge={challengeOf()} />, { locale: "uz" });
    expect(screen.getByLabelText("Логин")).toHaveValue("alisher");
    expect(screen.getByLabelText("Домен почты")).toHaveDisplayValue("@talim.example");
    expect(screen.getByLabelText("Пароль")).toHaveValue("");
    expect(sessionStorage).toHaveLength(0);
  });

  it("stores nothing when the visitor leaves for another page in the same language", async () => {
    writeLocale("ru");
    renderForm(<LoginForm challenge={challengeOf()} />);
    await fillIn();
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    expect(sessionStorage).toHaveLength(0);
  });
});
