// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { AccountDeletion } from "#components/account/account-deletion.tsx";
import { renderForMember } from "#components/account/account-testing.tsx";
import { enter } from "#components/auth/form-testing.tsx";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { readToken, takeArrivalNotice, writeToken } from "#lib/browser/cookies.ts";

let post: MockInstance;
beforeEach(() => {
  post = vi.spyOn(api, "post");
  vi.spyOn(api, "get").mockReturnValue(new Promise(() => undefined));
});

async function ask() {
  renderForMember(<AccountDeletion />);
  writeToken("token-of-alisher");
  const user = userEvent.setup();
  await enter(user, { "Пароль для подтверждения": "верный конь" });
  await user.click(screen.getByRole("button", { name: "Удалить аккаунт" }));
  return user;
}

describe("the deletion of the account", () => {
  it("asks once more, signs out, and leaves the answer for the next page", async () => {
    post.mockResolvedValue({ message: "Аккаунт будет удалён", data: { deletes_at: "…" } });
    const user = await ask();
    expect(await screen.findByText(/Удалить аккаунт alisher@kampus.example\?/)).toBeVisible();
    expect(post).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Ок" }));
    await waitFor(() => expect(readToken()).toBeNull());
    expect(post).toHaveBeenCalledExactlyOnceWith(
      "/api/ru/profile/setting/deletion",
      expect.anything(),
      { password: "верный конь" },
    );
    expect(takeArrivalNotice()).toBe("Аккаунт будет удалён");
    expect(takeArrivalNotice()).toBeNull();
  });

  it("deletes nothing when the second answer is no", async () => {
    const user = await ask();
    await user.click(await screen.findByRole("button", { name: "Отмена" }));
    expect(screen.getByRole("button", { name: "Удалить аккаунт" })).toHaveFocus();
    expect(post).not.toHaveBeenCalled();
    expect(readToken()).toBe("token-of-alisher");
  });

  it("asks for the password first", async () => {
    renderForMember(<AccountDeletion />);
    await userEvent.click(screen.getByRole("button", { name: "Удалить аккаунт" }));
    expect(await screen.findByText("Обязательное поле")).toBeVisible();
    expect(screen.getByLabelText("Пароль для подтверждения")).toHaveFocus();
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("says on the field that the password is wrong, and the member stays", async () => {
    const errors = { password: ["Неверный пароль"] };
    post.mockRejectedValue(new ApiFailure("Проверьте поля", { status: 422, errors }));
    const user = await ask();
    await user.click(await screen.findByRole("button", { name: "Ок" }));
    expect(await screen.findByText("Неверный пароль")).toBeVisible();
    expect(readToken()).toBe("token-of-alisher");
    expect(takeArrivalNotice()).toBeNull();
  });
});
