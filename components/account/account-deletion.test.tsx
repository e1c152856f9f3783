// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AccountDeletion } from "#components/account/account-deletion.tsx";
import { renderForMember } from "#components/testing/account-testing.tsx";
import { enter } from "#components/testing/form-testing.tsx";
import { type AnswerCall, answerCalls, refusal } from "#lib/testing/answer-calls.ts";
import { readToken, takeArrivalToast, writeToken } from "#lib/browser/cookies.ts";

const answer = vi.fn<AnswerCall>();
beforeEach(() => {
  answer.mockReset();
  // The session is not known yet.
  answerCalls((...call) =>
    call[0] === "GET /user" ? new Promise(() => undefined) : answer(...call),
  );
});

/** Besides deletions each surface receives a request to forget the member. */
const deletions = () => answer.mock.calls.filter(([call]) => !call.endsWith("/api/forget"));

async function ask() {
  renderForMember(<AccountDeletion />);
  writeToken("token-of-alisher");
  const user = userEvent.setup();
  await enter(user, { "Пароль для подтверждения": "верный конь" });
  await user.click(screen.getByRole("button", { name: "Удалить аккаунт" }));
  return user;
}

describe("the deletion of the account", () => {
  it("asks for confirmation, signs out, and shows the server's answer on the next page", async () => {
    const data = { deletes_at: "2026-12-24T08:00:00.000Z" };
    answer.mockResolvedValue({ body: { message: "Аккаунт будет удалён", data } });
    const user = await ask();
    expect(await screen.findByText(/Удалить аккаунт alisher@kampus.example\?/)).toBeVisible();
    expect(deletions()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Ок" }));
    await waitFor(() => expect(readToken()).toBeNull());
    expect(deletions()).toEqual([["POST /profile/setting/deletion", { password: "верный конь" }]]);
    expect(takeArrivalToast()).toBe("Аккаунт будет удалён");
    expect(takeArrivalToast()).toBeNull();
  });

  it("deletes nothing when the member declines", async () => {
    const user = await ask();
    await user.click(await screen.findByRole("button", { name: "Отмена" }));
    expect(screen.getByRole("button", { name: "Удалить аккаунт" })).toHaveFocus();
    expect(deletions()).toEqual([]);
    expect(readToken()).toBe("token-of-alisher");
  });

  it("asks for the password first", async () => {
    renderForMember(<AccountDeletion />);
    await userEvent.click(screen.getByRole("button", { name: "Удалить аккаунт" }));
    expect(await screen.findByText("Обязательное поле")).toBeVisible();
    expect(screen.getByLabelText("Пароль для подтверждения")).toHaveFocus();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("shows a wrong password on its field, and the member stays signed in", async () => {
    const errors = { password: ["Неверный пароль"] };
    answer.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    const user = await ask();
    await user.click(await screen.findByRole("button", { name: "Ок" }));
    expect(await screen.findByText("Неверный пароль")).toBeVisible();
    expect(readToken()).toBe("token-of-alisher");
    expect(takeArrivalToast()).toBeNull();
  });
});
