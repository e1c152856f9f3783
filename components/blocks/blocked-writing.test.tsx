// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BlockedWriting } from "#components/blocks/blocked-writing.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";

let status: "blocked" | "none" | "absent";
let afterUnblock: "none" | "absent";
let asked: number;
const server: AnswerCall = (call) => {
  asked += 1;
  if (call.startsWith("DELETE")) status = afterUnblock;
  if (status === "absent" && !call.startsWith("DELETE"))
    return Promise.resolve({
      status: 404,
      body: { message: "Ничего не найдено", code: "not_found" },
    });
  return Promise.resolve({
    body: { message: "Готово", data: { status: status === "absent" ? "none" : status } },
  });
};
const show = () =>
  renderWithProviders(
    <BlockedWriting person={{ id: 7 }}>
      <textarea aria-label="Сообщение" />
    </BlockedWriting>,
    { answer: server },
  );
const field = () => screen.queryByRole("textbox");

beforeEach(() => {
  status = "none";
  afterUnblock = "none";
  asked = 0;
});

describe("the place of the message field", () => {
  it("shows the field to a member who has not blocked the other", async () => {
    show();
    await vi.waitFor(() => expect(asked).toBe(1));
    expect(field()).toBeVisible();
  });

  it("tells a member that they have blocked the other, and after unblocking shows the field with the focus", async () => {
    status = "blocked";
    show();
    expect(await screen.findByText("Вы заблокировали этого участника")).toBeVisible();
    expect(field()).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Разблокировать" }));
    await vi.waitFor(() => expect(field()).toHaveFocus());
  });

  it("tells a member that they cannot write to one who has blocked them or is deleted, and not which", async () => {
    status = "absent";
    show();
    expect(await screen.findByText("Этому участнику нельзя написать")).toBeVisible();
    expect(field()).not.toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("keeps the field away after unblocking a member who has blocked them in return", async () => {
    status = "blocked";
    afterUnblock = "absent";
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Разблокировать" }));
    expect(await screen.findByText("Этому участнику нельзя написать")).toBeVisible();
    expect(field()).not.toBeInTheDocument();
  });
});
