// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { enter, renderForm, signedInMember } from "#components/auth/form-testing.tsx";
import { LoginForm } from "#components/auth/login-form.tsx";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { useCaptchaChallenge } from "./use-captcha-challenge.tsx";

/** Solved in a moment: the first try fits. */
const work = {
  algorithm: "PBKDF2/SHA-256",
  nonce: "00".repeat(16),
  salt: "00".repeat(16),
  cost: 1,
  keyLength: 32,
  keyPrefix: "cc",
};
const picture = { key: "picture", img: "data:image/png;base64,AAAA" };
const away = new ApiFailure("Нет связи с сервером", { status: false });

let get: MockInstance;
let post: MockInstance;
let works = 0;

beforeEach(() => {
  works = 0;
  post = vi.spyOn(api, "post");
  get = vi
    .spyOn(api, "get")
    .mockImplementation(async (path: string) =>
      path.endsWith("/work") ? { key: `work-${++works}`, work } : picture,
    );
});

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
  it("that cannot be loaded says why and disables the form, until it can", async () => {
    get.mockRejectedValueOnce(away);
    renderForm(<Screen />);
    expect(await screen.findByText("Нет связи с сервером")).toBeInTheDocument();
    for (const field of ["Логин", "Пароль", "Код с картинки"])
      expect(screen.getByLabelText(field)).toBeDisabled();
    expect(signIn()).toBeDisabled();
    await press(userEvent.setup(), "Другая картинка");
    await waitFor(() => expect(signIn()).toBeEnabled());
    expect(screen.queryByText("Нет связи с сервером")).not.toBeInTheDocument();
  });

  it("can be a check without a picture: nothing is typed, and the form is sent with what was worked out", async () => {
    post.mockResolvedValue(signedInMember);
    const user = await withoutPicture();
    expect(screen.getByText("Проверка пройдена")).toHaveRole("status");
    await enter(user, { Логин: "alisher", Пароль: "secret" });
    await user.click(signIn());
    await waitFor(() => expect(post).toHaveBeenCalled());
    expect(post.mock.calls[0]?.[2]).toMatchObject({
      key: "work-1",
      captcha: expect.stringMatching(/^\d+\.cc[0-9a-f]{62}$/) as string,
    });
  });

  it("takes the focus along, there and back", async () => {
    const user = await withoutPicture();
    expect(screen.getByText("Проверка пройдена")).toHaveFocus();
    await press(user, "Вернуться к картинке");
    expect(await screen.findByLabelText("Код с картинки")).toHaveFocus();
  });

  it("is worked out anew by itself after a failed submit", async () => {
    post.mockRejectedValue(new ApiFailure("Неверный логин или пароль", { status: 422 }));
    const user = await withoutPicture();
    await enter(user, { Логин: "alisher", Пароль: "secret" });
    await user.click(signIn());
    expect(await screen.findByText("Неверный логин или пароль")).toBeInTheDocument();
    await waitFor(() => expect(works).toBe(2));
    await waitFor(() => expect(signIn()).toBeEnabled());
    await user.click(signIn());
    await waitFor(() => expect(post.mock.calls[1]?.[2]).toMatchObject({ key: "work-2" }));
  });

  it("that cannot be worked out says why, disables the form, and can be tried again or left", async () => {
    renderForm(<Screen />);
    const user = userEvent.setup();
    get.mockRejectedValueOnce(away);
    await press(user, "Я не робот");
    expect(await screen.findByText("Нет связи с сервером")).toBeInTheDocument();
    expect(signIn()).toBeDisabled();
    expect(screen.getByLabelText("Логин")).toBeDisabled();
    await press(user, "Проверить ещё раз");
    expect(await screen.findByText("Проверка пройдена")).toBeInTheDocument();
    await waitFor(() => expect(signIn()).toBeEnabled());
    await press(user, "Вернуться к картинке");
    expect(await screen.findByRole("img", { name: "Картинка с кодом" })).toBeInTheDocument();
  });
});
