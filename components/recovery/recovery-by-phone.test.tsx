// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
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
import { storeProgress } from "#lib/recovery/recovery-progress.ts";

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

describe("the recovery by phone", () => {
  const texted = { phone: "+998901234567", code: "" };
  async function atPhoneStep(step: "code" | "password", progress: typeof texted) {
    storeProgress(progress);
    window.history.replaceState(null, "", `/ru/recovery?by=phone&step=${step}`);
    renderForm(<Recovery challenge={challengeOf()} />);
    await screen.findByLabelText(step === "code" ? "Код из SMS" : "Новый пароль");
    return userEvent.setup();
  }

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
    expect(await screen.findByLabelText("Новый пароль")).toHaveFocus();
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

  it("shows a wrong code on its field", async () => {
    const errors = { code: ["Неверный или устаревший код"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    const user = await atPhoneStep("code", texted);
    await enter(user, { "Код из SMS": "00000000" });
    await send(user, "Продолжить");
    expect(await screen.findByText("Неверный или устаревший код")).toBeInTheDocument();
    expect(screen.getByLabelText("Код из SMS")).toHaveFocus();
  });

  it("goes back to the code when it has expired meanwhile, and to the number for another code", async () => {
    const errors = { code: ["Неверный или устаревший код"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    const user = await atPhoneStep("password", { ...texted, code: "12345678" });
    await enter(user, { "Новый пароль": "верный конь", "Новый пароль ещё раз": "верный конь" });
    await send(user, "Сохранить пароль");
    expect(await screen.findByLabelText("Код из SMS")).toHaveAccessibleDescription(
      /Неверный или устаревший код/,
    );
    await send(user, "Отправить ещё раз");
    expect(await screen.findByLabelText("Телефон")).toHaveValue("+998 90 123 45 67");
    expect(screen.getByLabelText("Телефон")).toHaveFocus();
  });
});
