// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderForMember } from "#components/testing/account-testing.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { enter } from "#components/testing/form-testing.tsx";
import { type AnswerCall, answerCalls, refusal } from "#lib/testing/answer-calls.ts";

const answer = vi.fn<AnswerCall>();
beforeEach(() => {
  answer.mockReset();
  answerCalls(answer);
});

const typed = {
  "Текущий пароль": "старый конь",
  "Новый пароль": "новый конь",
  "Новый пароль ещё раз": "новый конь",
};

async function send(values: Record<string, string>) {
  renderForMember(<PasswordForm />);
  const user = userEvent.setup();
  await enter(user, values);
  await user.click(screen.getByRole("button", { name: "Сменить пароль" }));
}

describe("the change of the password", () => {
  it("sends the old and the new one, and empties the fields", async () => {
    answer.mockResolvedValue({ body: { message: "Пароль изменён" } });
    await send(typed);
    await waitFor(() => expect(screen.getByLabelText("Новый пароль")).toHaveValue(""));
    expect(answer).toHaveBeenCalledExactlyOnceWith("PUT /profile/setting/password", {
      current_password: "старый конь",
      password: "новый конь",
      password_confirmation: "новый конь",
    });
  });

  it("ends with the answer, also where the list of devices is then fetched on a network that hangs", async () => {
    answer.mockImplementation((call) =>
      call.startsWith("PUT") ? { body: { message: "Пароль изменён" } } : new Promise(() => {}),
    );
    answer.mockResolvedValueOnce({ body: { data: [] } });
    renderForMember(
      <>
        <SessionList />
        <PasswordForm />
      </>,
    );
    await screen.findByRole("list", { name: "Где вы вошли" });
    const user = userEvent.setup();
    await enter(user, typed);
    await user.click(screen.getByRole("button", { name: "Сменить пароль" }));
    await waitFor(() => expect(screen.getByLabelText("Текущий пароль")).toHaveValue(""));
  });

  it("refuses a repetition that differs and a password that is too short", async () => {
    await send({ ...typed, "Новый пароль": "конь" });
    expect(await screen.findByText("Пароли не совпадают")).toBeVisible();
    expect(screen.getByText("Минимум 6 символа")).toBeVisible();
    expect(screen.getByLabelText("Новый пароль")).toHaveFocus();
    expect(answer).not.toHaveBeenCalled();
  });

  it("reports a repetition that differs although the current password is still missing", async () => {
    await send({ ...typed, "Текущий пароль": " ", "Новый пароль": "другой конь" });
    expect(await screen.findByText("Обязательное поле")).toBeVisible();
    expect(screen.getByText("Пароли не совпадают")).toBeVisible();
    expect(answer).not.toHaveBeenCalled();
  });

  it("shows a wrong current password on its field", async () => {
    const errors = { current_password: ["Неверный пароль"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    await send(typed);
    expect(await screen.findByText("Неверный пароль")).toBeVisible();
    expect(screen.getByLabelText("Текущий пароль")).toHaveFocus();
    expect(screen.getByLabelText("Новый пароль")).toHaveValue("новый конь");
  });

  it("shows any other failure in a red alert", async () => {
    answer.mockResolvedValue(refusal("too_many_requests", "Слишком много попыток"));
    await send(typed);
    expect(await screen.findByRole("alert")).toHaveTextContent("ОшибкаСлишком много попыток");
  });
});
