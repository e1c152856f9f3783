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
import { SignupForm } from "#components/auth/signup-form.tsx";
import {
  type AnswerCall,
  answerCalls,
  noNetwork,
  refusal,
  type SentRequest,
} from "#lib/testing/answer-calls.ts";
import { carryOverValues } from "#lib/auth/carried-values.ts";
import { readToken } from "#lib/browser/cookies.ts";
import messages from "#messages/ru.json" with { type: "json" };

/** Whether the address that is being typed is free. */
const answerAddress = vi.fn<AnswerCall>();
/** The server's answer to the sign-up itself. */
const answer = vi.fn<AnswerCall>();
let requests: SentRequest[];
beforeEach(() => {
  answer.mockReset();
  answerAddress.mockReset().mockResolvedValue({ body: { message: "Адрес свободен" } });
  requests = answerCalls((...call) =>
    call[0] === "POST /registration/email" ? answerAddress(...call) : answer(...call),
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
  it("makes no account in a browser that stores no cookies, and says so", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    vi.spyOn(Document.prototype, "cookie", "set").mockReturnValue(undefined);
    await submitWith();
    expect(await screen.findByRole("alert")).toHaveTextContent(messages.Auth.cookiesRefused);
    expect(screen.getByRole("button", { name: "Создать аккаунт" })).toBeEnabled();
    expect(answer).not.toHaveBeenCalled();
  });

  it("sends the address on the fixed account domain, and signs the new member in", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith();
    await waitFor(() => expect(readToken()).toBe(signedInMember.token));
    expect(answer).toHaveBeenCalledExactlyOnceWith("POST /registration", {
      surname: "Каримов",
      name: "Алишер",
      patronymic: "Бахтиёрович",
      email: "alisher@kampus.example",
      password: "secret",
      password_confirmation: "secret",
      captcha: "k7rm2",
      key: "key-1",
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    const signup = requests.find(({ call }) => call === "POST /registration");
    expect(signup?.credentials).toBe("same-origin");
    expect(screen.queryByLabelText("Домен почты")).not.toBeInTheDocument();
  });

  it("sends a whole address once that stood in the field before the page knew the domain", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    carryOverValues("signup", "ru", { email: "alisher@kampus.example" });
    renderForm(<SignupForm challenge={challengeOf()} />);
    expect(await screen.findByLabelText("Адрес почты")).toHaveValue("alisher");
    const { "Адрес почты": _, ...others } = filled;
    const user = userEvent.setup();
    await enter(user, others);
    await user.click(screen.getByRole("button", { name: "Создать аккаунт" }));
    await waitFor(() => expect(answer).toHaveBeenCalled());
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ email: "alisher@kampus.example" });
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
    ["Адрес почты", "алишер", "Используйте латинские буквы, цифры и знаки . _ -"],
    ["Адрес почты", "alisher(uz)", "Используйте латинские буквы, цифры и знаки . _ -"],
    ["Адрес почты", "alisher bek", "Значение не должно иметь пробельные символы"],
    ["Пароль", "  ", "Обязательное поле"],
    ["Код с картинки", " ", "Обязательное поле"],
    ["Пароль ещё раз", "other", "Пароли не совпадают"],
  ] as const)("refuses %s %j: %s", async (label, value, message) => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ [label]: value });
    expect(await screen.findByText(message)).toBeInTheDocument();
    const beside = label === "Адрес почты" ? "@kampus.example " : "";
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(beside + message);
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("reports passwords that differ although other fields are empty", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ Фамилия: " ", Пароль: "secret", "Пароль ещё раз": "other" });
    expect(await screen.findByText("Обязательное поле")).toBeInTheDocument();
    expect(screen.getByLabelText("Пароль ещё раз")).toHaveAccessibleDescription(
      "Пароли не совпадают",
    );
    expect(screen.getByLabelText("Фамилия")).toHaveFocus();
  });

  it("shows the server's messages on their fields and keeps what was typed", async () => {
    const errors = { email: ["Такой адрес уже занят"], captcha: ["Неверный код с картинки"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
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

  it("accepts any password that is not blank", async () => {
    answer.mockResolvedValue({ body: signedInMember });
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ Пароль: "1", "Пароль ещё раз": "1" });
    await waitFor(() => expect(answer).toHaveBeenCalled());
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
  const refused = (text: string) => refusal("invalid", "Проверьте поля", { email: [text] });

  it("is shown whole while it is typed, with a hint that sign-up creates it", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    expect(address()).toHaveAccessibleDescription(
      /Придумайте новый адрес, он станет вашим логином:.*…@kampus\.example/,
    );
    await enter(user, { "Адрес почты": "alisher" });
    expect(screen.getByText("alisher@kampus.example")).toBeVisible();
  });

  it("that is free is marked as free once the typing pauses", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await userEvent.type(address(), "alisher");
    expect(await screen.findByText("свободен")).toHaveRole("status");
    expect(answerAddress).toHaveBeenCalledTimes(1);
  });

  it("that is taken is reported at its field before anything is sent, until it is changed", async () => {
    answerAddress.mockResolvedValueOnce(refused("Такой адрес уже занят"));
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { "Адрес почты": "alisher" });
    expect(await screen.findByText("Такой адрес уже занят")).toBeVisible();
    expect(address()).toBeInvalid();
    await user.type(address(), "2");
    expect(address()).toBeValid();
    expect(await screen.findByText("свободен")).toBeVisible();
  });

  it("that is known to be taken is shown with all other faults and not sent, which would spend the captcha", async () => {
    answerAddress.mockResolvedValue(refused("Такой адрес уже занят"));
    renderForm(<SignupForm challenge={challengeOf()} />);
    const user = userEvent.setup();
    await enter(user, { ...filled, Отчество: "", "Код с картинки": "" });
    await screen.findByText("Такой адрес уже занят");
    await user.click(screen.getByRole("button", { name: "Создать аккаунт" }));
    expect(screen.getByLabelText("Отчество")).toHaveAccessibleDescription("Обязательное поле");
    expect(screen.getByLabelText("Отчество")).toHaveFocus();
    expect(address()).toHaveAccessibleDescription("@kampus.example Такой адрес уже занят");
    expect(screen.getByLabelText("Код с картинки")).toHaveAccessibleDescription(
      "Обязательное поле",
    );
    expect(answer).not.toHaveBeenCalled();
  });

  it.each<[string, AnswerCall, string]>([
    ["the network fails", () => Promise.reject(noNetwork), messages.Problem.offline],
    [
      "too many were checked before",
      () => refusal("too_many_requests", "Слишком много попыток"),
      "Слишком много попыток",
    ],
  ])(
    "that cannot be checked because %s can be sent all the same",
    async (_why, failure, message) => {
      answerAddress.mockImplementation(failure);
      answer.mockResolvedValue({ body: signedInMember });
      renderForm(<SignupForm challenge={challengeOf()} />);
      const user = userEvent.setup();
      await enter(user, filled);
      await waitFor(() => expect(answerAddress).toHaveBeenCalled());
      expect(address()).toBeValid();
      expect(screen.queryByText(message)).not.toBeInTheDocument();
      await user.click(screen.getByRole("button", { name: "Создать аккаунт" }));
      await waitFor(() => expect(answer).toHaveBeenCalled());
    },
  );

  it("that is too short is not checked with the server", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await enter(userEvent.setup(), { "Адрес почты": "ali" });
    await enter(userEvent.setup(), { "Адрес почты": "sher" });
    await waitFor(() => expect(answerAddress).toHaveBeenCalledTimes(1));
  });
});

describe("the faults of the sign-up form", () => {
  it("are shown all at once, including that of the captcha", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await userEvent.click(screen.getByRole("button", { name: "Создать аккаунт" }));
    for (const label of Object.keys(filled).filter((label) => label !== "Пароль ещё раз"))
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/Обязательное поле/);
    expect(screen.getByLabelText("Фамилия")).toHaveFocus();
  });

  it("no longer include the captcha once its answer is typed", async () => {
    renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ "Код с картинки": " " });
    const captcha = screen.getByLabelText("Код с картинки");
    expect(captcha).toHaveAccessibleDescription("Обязательное поле");
    await userEvent.type(captcha, "k7");
    expect(captcha).toBeValid();
    expect(captcha).not.toHaveAccessibleDescription();
  });

  it("no longer include the captcha once it is answered without typing", async () => {
    const { rerender } = renderForm(<SignupForm challenge={challengeOf()} />);
    await submitWith({ "Код с картинки": " " });
    expect(screen.getByLabelText("Код с картинки")).toBeInvalid();
    rerender(<SignupForm challenge={challengeOf({ answer: "511.ab" })} />);
    await waitFor(() => expect(screen.getByLabelText("Код с картинки")).toBeValid());
  });
});
