// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { BlockedPeople } from "#components/blocks/blocked-people.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import type { BlockedList } from "#lib/blocks/schema.ts";

const blocked = (id: number, fullname: string): BlockedList["data"][number] => ({
  id,
  person: { id, fullname, image: null, online: false, last_seen_at: null },
  created_at: "2026-11-20T12:00:00.000Z",
});

let rows: BlockedList["data"];
const server: AnswerCall = (call) => {
  const letGo = /^DELETE \/profile\/blocks\/(\d+)$/.exec(call);
  if (!letGo) return Promise.resolve({ body: { data: rows, meta: { next: null } } });
  rows = rows.filter(({ id }) => id !== Number(letGo[1]));
  return Promise.resolve({ body: { message: "Разблокировано", data: { status: "none" } } });
};
const unblock = (name: string) => screen.findByRole("button", { name: `Разблокировать: ${name}` });

beforeEach(() => {
  rows = [blocked(7, "Ким Елена Сергеевна"), blocked(8, "Саидов Умид Анварович")];
});

describe("the list of blocked people", () => {
  it("shows who was blocked and since when, and links to their pages", async () => {
    renderWithProviders(<BlockedPeople />, { answer: server });
    expect(await screen.findAllByText("Блокировка с 20.11.2026")).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Ким Елена Сергеевна" })).toHaveAttribute(
      "href",
      "/ru/users/7",
    );
  });

  it("unblocks a member at once, and shows the server's answer", async () => {
    renderWithProviders(<BlockedPeople />, { answer: server });
    await userEvent.click(await unblock("Ким Елена Сергеевна"));
    expect(screen.queryByText("Ким Елена Сергеевна")).not.toBeInTheDocument();
    expect(screen.getByText("Саидов Умид Анварович")).toBeVisible();
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Разблокировано"]));
  });

  it("restores a member who could not be unblocked, and shows why", async () => {
    renderWithProviders(<BlockedPeople />, {
      answer: (call, body) =>
        call.startsWith("DELETE")
          ? Promise.resolve({ status: 503, body: { message: "Не сейчас", code: "unavailable" } })
          : server(call, body),
    });
    await userEvent.click(await unblock("Ким Елена Сергеевна"));
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Не сейчас"]));
    expect(await unblock("Ким Елена Сергеевна")).toBeVisible();
  });

  it("says that nobody is blocked, and where to block members", async () => {
    rows = [];
    renderWithProviders(<BlockedPeople />, { answer: server });
    expect(await screen.findByText(/Вы никого не заблокировали/)).toBeVisible();
  });

  it("shows why it could not be loaded, and retries", async () => {
    let refused = true;
    renderWithProviders(<BlockedPeople />, {
      answer: (call, body) =>
        refused
          ? Promise.resolve({ status: 403, body: { message: "Нельзя", code: "forbidden" } })
          : server(call, body),
    });
    expect(await screen.findByRole("alert")).toHaveTextContent("Нельзя");
    refused = false;
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await unblock("Ким Елена Сергеевна")).toBeVisible();
  });
});
