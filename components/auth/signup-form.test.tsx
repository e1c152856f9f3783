// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { challengeOf, enter, renderForm, signedInMember } from "#components/auth/form-testing.tsx";
import { SignupForm } from "#components/auth/signup-form.tsx";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { readToken } from "#lib/browser/cookies.ts";

const askedAddress = "/api/ru/registration/email";
/** What the server says of the address that is being typed. */
const sayOfAddress = vi.fn<() => Promise<unknown>>();
/** The sign-up itself. */
const post = vi.fn<(...call: Parameters<typeof api.post>) => Promise<unknown>>();
beforeEach(() => {
  post.mockReset();
  sayOfAddress.mockReset().mockResolvedValue({ message: "Адрес свободен" });
  vi.spyOn(api, "post").mockImplementation((...call: Parameters<typeof api.post>) =>
    call[0] === askedAddress ? sayOfAddress() : post(...call),
  );
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
    expect(post).toHaveBeenCalledWith(
      "/api/ru/registration",
      expect.anything(),
      {
        surname: "Каримов",
        name: "Алишер",
        patronymic: "Бахтиёрович",
        email: "alisher@kampus.example",
        password: "secret",
        password_confirmation: "secret",
        captcha: "k7rm2",
        key: "key-1",
        time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
      { asDevice: true },
    );
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

describe("a new address", () => {
  const address = () => screen.getByLabelText("Адрес почты");
  const refused = (text: string) =>
    new ApiFailure("Проверьте поля", { status: 422, errors: { email: [text] } });

  it("is shown whole while it is typed, with the words that it is made here", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    expect(address()).toHaveAccessibleDescription(
      /Новый адрес, он создаётся здесь:.*…@kampus\.example/,
    );
    await enter(user, { "Адрес почты": "alisher" });
    expect(screen.getByText("alisher@kampus.example")).toBeVisible();
  });

  it("that is free is said to be so, once nothing more is typed", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await userEvent.type(address(), "alisher");
    expect(await screen.findByText("свободен")).toHaveRole("status");
    expect(sayOfAddress).toHaveBeenCalledTimes(1);
  });

  it("that is taken says so at its field before anything is sent, until it is changed", async () => {
    sayOfAddress.mockRejectedValueOnce(refused("Такой адрес уже занят"));
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { "Адрес почты": "alisher" });
    expect(await screen.findByText("Такой адрес уже занят")).toBeVisible();
    expect(address()).toBeInvalid();
    await user.type(address(), "2");
    expect(address()).toBeValid();
    expect(await screen.findByText("свободен")).toBeVisible();
  });

  it("that is known to be taken spends no captcha: it is shown with all other faults on submit", async () => {
    sayOfAddress.mockRejectedValue(refused("Такой адрес уже занят"));
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { ...filled, Отчество: "", "Код с картинки": "" });
    await screen.findByText("Такой адрес уже занят");
    await user.click(screen.getByRole("button", { name: "Создать аккаунт" }));
    expect(screen.getByLabelText("Отчество")).toHaveAccessibleDescription("Обязательное поле");
    expect(screen.getByLabelText("Отчество")).toHaveFocus();
    expect(address()).toHaveAccessibleDescription("Такой адрес уже занят");
    expect(screen.getByLabelText("Код с картинки")).toHaveAccessibleDescription(
      "Обязательное поле",
    );
    expect(post).not.toHaveBeenCalled();
  });

  it.each([
    ["the network fails", new ApiFailure("Нет связи", { status: false })],
    ["too many were asked about", new ApiFailure("Слишком много попыток", { status: 429 })],
  ])(
    "of which nothing can be learnt because %s can be sent all the same",
    async (_why, failure) => {
      sayOfAddress.mockRejectedValue(failure);
      post.mockResolvedValue(signedInMember);
      renderForm(<SignupForm challenge={challengeOf()} />);
      const user = userEvent.setup();
      await enter(user, filled);
      await waitFor(() => expect(sayOfAddress).toHaveBeenCalled());
      expect(address()).toBeValid();
      expect(screen.queryByText(failure.message)).not.toBeInTheDocument();
      await user.click(screen.getByRole("button", { name: "Создать аккаунт" }));
      await waitFor(() => expect(post).toHaveBeenCalled());
    },
  );

  it("that could not be one is not asked about", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await enter(userEvent.setup(), { "Адрес почты": "ali" });
    await enter(userEvent.setup(), { "Адрес почты": "sher" });
    await waitFor(() => expect(sayOfAddress).toHaveBeenCalledTimes(1));
  });
});

describe("the faults of the sign-up form", () => {
  it("are shown all at once, that of the captcha among them", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await userEvent.click(screen.getByRole("button", { name: "Создать аккаунт" }));
    for (const label of Object.keys(filled).filter((label) => label !== "Пароль ещё раз"))
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Обязательное поле/);
    expect(screen.getByLabelText("Фамилия")).toHaveFocus();
  });

  it("go with the captcha that is answered without typing", async () => {
    const { rerender } = renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ "Код с картинки": " " });
    expect(screen.getByLabelText("Код с картинки")).toBeInvalid();
    rerender(<SignupForm challenge={challengeOf({ answer: "511.ab" })} />);
    await waitFor(() => expect(screen.getByLabelText("Код с картинки")).toBeValid());
  });
});
