// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { challengeOf, enter, renderForm, signedInMember } from "#components/auth/form-testing.tsx";
import { LoginForm } from "#components/auth/login-form.tsx";
import { api, ApiFailure } from "#lib/api-client.ts";
import { readToken } from "#lib/cookies.ts";

let post: MockInstance;
beforeEach(() => {
  post = vi.spyOn(api, "post");
});

async function fillIn() {
  const user = userEvent.setup();
  await enter(user, { Логин: "alisher", Пароль: "secret", "Код с картинки": "k7rm2" });
  return user;
}

describe("the login form", () => {
  it("sends the whole login and the captcha, and signs the member in", async () => {
    post.mockResolvedValue(signedInMember);
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(readToken()).toBe(signedInMember.token));
    expect(post).toHaveBeenCalledWith("/api/ru/login", expect.anything(), {
      login: "alisher@kampus.example",
      password: "secret",
      captcha: "k7rm2",
      key: "key-1",
    });
  });

  it("lets the member choose between the account domains", async () => {
    post.mockResolvedValue(signedInMember);
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = await fillIn();
    await user.selectOptions(screen.getByLabelText("Домен почты"), "@talim.example");
    await user.click(screen.getByRole("button", { name: "Войти" }));
    await waitFor(() => expect(post).toHaveBeenCalled());
    expect(post.mock.calls[0]?.[2]).toMatchObject({ login: "alisher@talim.example" });
  });

  it("takes a login that was pasted whole", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { Логин: "alisher@talim.example" });
    expect(screen.getByLabelText("Логин")).toHaveValue("alisher");
    expect(screen.getByLabelText("Домен почты")).toHaveDisplayValue("@talim.example");
  });

  it("asks for what is missing, without sending, and goes to the first such field", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    await userEvent.click(screen.getByRole("button", { name: "Войти" }));
    expect(await screen.findAllByText("Обязательное поле")).toHaveLength(3);
    expect(screen.getByLabelText("Логин")).toHaveFocus();
    expect(screen.getByLabelText("Логин")).toBeInvalid();
    expect(post).not.toHaveBeenCalled();
  });

  it("says in a red alert that the pair is wrong, keeps what was typed, and asks a new captcha", async () => {
    post.mockRejectedValue(new ApiFailure("Неверный логин или пароль", { status: 422 }));
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

  it("shows the password only when asked to", async () => {
    renderForm(<LoginForm challenge={challengeOf()} />);
    expect(screen.getByLabelText("Пароль")).toHaveAttribute("type", "password");
    await userEvent.click(screen.getByRole("button", { name: "Показать пароль" }));
    expect(screen.getByLabelText("Пароль")).toHaveAttribute("type", "text");
    await userEvent.click(screen.getByRole("button", { name: "Скрыть пароль" }));
    expect(screen.getByLabelText("Пароль")).toHaveAttribute("type", "password");
  });

  it("is disabled while there is no captcha to be had", () => {
    renderForm(<LoginForm challenge={challengeOf({ key: null, blocked: true })} />);
    expect(screen.getByLabelText("Логин")).toBeDisabled();
    expect(screen.getByLabelText("Пароль")).toBeDisabled();
    expect(screen.getByRole("button", { name: "Войти" })).toBeDisabled();
  });
});
