// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { enter, renderForm, signedInMember } from "#components/testing/form-testing.tsx";
import { LoginForm } from "#components/auth/login-form.tsx";
import {
  type AnswerCall,
  answerCalls,
  noNetwork,
  refusal,
  type SentRequest,
} from "#lib/testing/answer-calls.ts";
import messages from "#messages/ru.json" with { type: "json" };
import { useCaptchaChallenge } from "./use-captcha-challenge.tsx";

/** A work whose first try fits, so that it is solved at once. */
const work = {
  algorithm: "PBKDF2/SHA-256",
  nonce: "00".repeat(16),
  salt: "00".repeat(16),
  cost: 1,
  keyLength: 32,
  keyPrefix: "cc",
};
const picture = { key: "picture", img: "data:image/png;base64,AAAA" };

const answerCaptcha = vi.fn<AnswerCall>();
const answerLogin = vi.fn<AnswerCall>();
let works = 0;
let requests: SentRequest[] = [];

beforeEach(() => {
  works = 0;
  answerLogin.mockReset();
  answerCaptcha.mockReset().mockImplementation((call) => ({
    body: call === "GET /api/captcha/work" ? { key: `work-${++works}`, work } : picture,
  }));
  requests = answerCalls((...call) =>
    call[0] === "POST /login" ? answerLogin(...call) : answerCaptcha(...call),
  );
});

afterEach(() => vi.useRealTimers());
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

function Screen() {
  return <LoginForm challenge={useCaptchaChallenge()} />;
}

const signIn = () => screen.getByRole("button", { name: "Войти" });
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole("button", { name }));

async function withoutPicture() {
  renderForm(<Screen />);
  const user = userEvent.setup();
  await press(user, "Я не робот");
  await waitFor(() => expect(screen.getByText("Проверка пройдена")).toBeInTheDocument());
  return user;
}

describe("the captcha of a form", () => {
  it("that cannot be loaded shows why and disables the form, until it can", async () => {
    answerCaptcha.mockRejectedValueOnce(noNetwork);
    renderForm(<Screen />);
    expect(await screen.findByText(messages.Problem.offline)).toBeInTheDocument();
    for (const field of ["Логин", "Пароль", "Код с картинки"])
      expect(screen.getByLabelText(field)).toBeDisabled();
    expect(signIn()).toBeDisabled();
    await press(userEvent.setup(), "Другая картинка");
    await waitFor(() => expect(signIn()).toBeEnabled());
    expect(screen.queryByText(messages.Problem.offline)).not.toBeInTheDocument();
  });

  it("that cannot be loaded is replaced by the check without a picture, which enables the form", async () => {
    answerCaptcha.mockRejectedValueOnce(noNetwork);
    renderForm(<Screen />);
    expect(await screen.findByText(messages.Problem.offline)).toBeInTheDocument();
    await press(userEvent.setup(), "Я не робот");
    expect(await screen.findByText("Проверка пройдена")).toBeInTheDocument();
    await waitFor(() => expect(signIn()).toBeEnabled());
  });

  it("can be replaced by a check without a picture: nothing is typed, and the form is sent with the browser's solution", async () => {
    answerLogin.mockResolvedValue({ body: signedInMember });
    const user = await withoutPicture();
    expect(screen.getByText("Проверка пройдена")).toHaveRole("status");
    await enter(user, { Логин: "alisher", Пароль: "secret" });
    await user.click(signIn());
    await waitFor(() => expect(answerLogin).toHaveBeenCalled());
    expect(answerLogin.mock.calls[0]?.[1]).toMatchObject({
      key: "work-1",
      captcha: expect.stringMatching(/^\d+\.cc[0-9a-f]{62}$/) as string,
    });
  });

  it("is asked for with the device mark, with a picture and without, so that others on the network cannot use it up", async () => {
    await withoutPicture();
    expect(requests.map(({ call, credentials }) => [call, credentials])).toEqual([
      ["GET /api/captcha/flat", "same-origin"],
      ["GET /api/captcha/work", "same-origin"],
    ]);
  });

  it("offers the check without a picture first, as a button before the picture and its field", async () => {
    renderForm(<Screen />);
    const shown = await screen.findByRole("img", { name: "Картинка с кодом" });
    const easy = screen.getByRole("button", { name: "Я не робот" });
    for (const harder of [shown, screen.getByLabelText("Код с картинки")])
      expect(easy.compareDocumentPosition(harder)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("moves the focus along to the check without a picture and back", async () => {
    const user = await withoutPicture();
    expect(screen.getByText("Проверка пройдена")).toHaveFocus();
    await press(user, "Вернуться к картинке");
    expect(await screen.findByLabelText("Код с картинки")).toHaveFocus();
  });

  it("is solved anew by the browser after a failed submit", async () => {
    answerLogin.mockResolvedValue(refusal("credentials_invalid", "Неверный логин или пароль"));
    const user = await withoutPicture();
    await enter(user, { Логин: "alisher", Пароль: "secret" });
    await user.click(signIn());
    expect(await screen.findByText("Неверный логин или пароль")).toBeInTheDocument();
    await waitFor(() => expect(works).toBe(2));
    await waitFor(() => expect(signIn()).toBeEnabled());
    await user.click(signIn());
    await waitFor(() => expect(answerLogin.mock.calls[1]?.[1]).toMatchObject({ key: "work-2" }));
  });

  it("that was solved five minutes ago is solved anew before the form is sent", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    answerLogin.mockResolvedValue({ body: signedInMember });
    const user = await withoutPicture();
    await enter(user, { Логин: "alisher", Пароль: "secret" });
    pass(5);
    await user.click(signIn());
    await waitFor(() => expect(answerLogin).toHaveBeenCalledOnce());
    expect(answerLogin.mock.calls[0]?.[1]).toMatchObject({ key: "work-2" });
  });

  it("is another picture once its empty field takes the focus after five minutes, and the same while it is being typed", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    renderForm(<Screen />);
    await screen.findByRole("img", { name: "Картинка с кодом" });
    const user = userEvent.setup();
    pass(4);
    await user.click(screen.getByLabelText("Код с картинки"));
    expect(answerCaptcha).toHaveBeenCalledOnce();
    await user.click(screen.getByLabelText("Логин"));
    pass(1);
    await user.click(screen.getByLabelText("Код с картинки"));
    await waitFor(() => expect(answerCaptcha).toHaveBeenCalledTimes(2));
    await user.keyboard("a7k3p");
    pass(5);
    await user.click(screen.getByLabelText("Логин"));
    await user.click(screen.getByLabelText("Код с картинки"));
    expect(answerCaptcha).toHaveBeenCalledTimes(2);
  });

  it("that the browser cannot solve shows why, disables the form, and can be retried or left", async () => {
    renderForm(<Screen />);
    const user = userEvent.setup();
    answerCaptcha.mockRejectedValueOnce(noNetwork);
    await press(user, "Я не робот");
    expect(await screen.findByText(messages.Problem.offline)).toBeInTheDocument();
    expect(signIn()).toBeDisabled();
    expect(screen.getByLabelText("Логин")).toBeDisabled();
    await press(user, "Проверить ещё раз");
    expect(await screen.findByText("Проверка пройдена")).toBeInTheDocument();
    await waitFor(() => expect(signIn()).toBeEnabled());
    await press(user, "Вернуться к картинке");
    expect(await screen.findByRole("img", { name: "Картинка с кодом" })).toBeInTheDocument();
  });
});
