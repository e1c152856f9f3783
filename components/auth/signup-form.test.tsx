// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { challengeOf, enter, renderForm, signedInMember } from "#components/auth/form-testing.tsx";
import { SignupForm } from "#components/auth/signup-form.tsx";
import { api, ApiFailure } from "#lib/api-client.ts";
import { readToken } from "#lib/cookies.ts";

let post: MockInstance;
beforeEach(() => {
  post = vi.spyOn(api, "post");
});

const filled = {
  Фамилия: "Каримов",
  Имя: "Алишер",
  Отчество: "Бахтиёрович",
  "Адрес почты": "alisher",
  Пароль: "secret",
  "Пароль ещё раз": "secret",
  "Код с картинки": "k7rm2",
};

async function submitWith(values: Partial<Record<keyof typeof filled, string>> = {}) {
  const user = userEvent.setup();
  await enter(user, { ...filled, ...values });
  await user.click(screen.getByRole("button", { name: "Создать аккаунт" }));
}

describe("the sign-up form", () => {
  it("sends the address on the fixed account domain, and signs the new member in", async () => {
    post.mockResolvedValue(signedInMember);
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith();
    await waitFor(() => expect(readToken()).toBe(signedInMember.token));
    expect(post).toHaveBeenCalledWith("/api/ru/registration", expect.anything(), {
      surname: "Каримов",
      name: "Алишер",
      patronymic: "Бахтиёрович",
      email: "alisher@kampus.example",
      password: "secret",
      password_confirmation: "secret",
      captcha: "k7rm2",
      key: "key-1",
    });
    expect(screen.queryByLabelText("Домен почты")).not.toBeInTheDocument();
  });

  it.each([
    ["Фамилия", "К", "Минимум 2 символа"],
    ["Фамилия", "К".repeat(256), "Максимум 255 символов"],
    ["Имя", "  ", "Обязательное поле"],
    ["Отчество", "О", "Минимум 2 символа"],
    ["Имя", "Али Бек", "Значение не должно иметь пробельные символы"],
    ["Адрес почты", "ali", "Минимум 6 символов"],
    ["Адрес почты", "1alisher", "Невалидный Email адрес"],
    ["Адрес почты", "alisher@mail.example", "Невалидный Email адрес"],
    ["Адрес почты", "alisher bek", "Значение не должно иметь пробельные символы"],
    ["Пароль", "  ", "Обязательное поле"],
    ["Код с картинки", " ", "Обязательное поле"],
    ["Пароль ещё раз", "other", "Пароли не совпадают"],
  ] as const)("refuses %s %j: %s", async (label, value, message) => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ [label]: value });
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(message);
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(post).not.toHaveBeenCalled();
  });

  it("shows the server's messages on their fields and keeps what was typed", async () => {
    const errors = { email: ["Такой адрес уже занят"], captcha: ["Неверный код с картинки"] };
    post.mockRejectedValue(new ApiFailure("Проверьте поля", { status: 422, errors }));
    const challenge = challengeOf();
    renderForm(<SignupForm challenge={challenge} />);
    await submitWith();
    expect(await screen.findByText("Такой адрес уже занят")).toBeInTheDocument();
    expect(screen.getByLabelText("Адрес почты")).toHaveFocus();
    expect(screen.getByLabelText("Адрес почты")).toHaveValue("alisher");
    expect(screen.getByLabelText("Код с картинки")).toHaveAccessibleDescription(
      "Неверный код с картинки",
    );
    expect(screen.getByLabelText("Код с картинки")).toHaveValue("");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(challenge.renew).toHaveBeenCalledTimes(1);
  });

  it("takes any password that is not blank, and only advises", async () => {
    post.mockResolvedValue(signedInMember);
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ Пароль: "1", "Пароль ещё раз": "1" });
    await waitFor(() => expect(post).toHaveBeenCalled());
  });

  it("says in words how hard the password is to guess", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { Пароль: "123456" });
    expect(await screen.findByText("Надёжность пароля: слабая")).toBeInTheDocument();
    await user.clear(screen.getByLabelText("Пароль"));
    await enter(user, { Пароль: "верный конь и сто дорог" });
    expect(await screen.findByText("Надёжность пароля: высокая")).toBeInTheDocument();
  });
});
