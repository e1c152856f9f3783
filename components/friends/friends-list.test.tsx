// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FriendsList } from "#components/friends/friends-list.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { requestFrom } from "#lib/testing/friend-samples.ts";
import type { FriendItem } from "#lib/friends/schema.ts";

let waiting: FriendItem[];
const server: AnswerCall = (call) => {
  if (call === "GET /profile/friends/counts")
    return Promise.resolve({ body: { data: { friends: 0, incoming: 2, outgoing: 0 } } });
  const decided = /friendship\/(\d+)/.exec(call);
  waiting = waiting.filter(({ id }) => id !== Number(decided?.[1]));
  if (decided)
    return Promise.resolve({ body: { message: "Заявка принята", data: { status: "friends" } } });
  const q = new URLSearchParams(call.split("?")[1]).get("q") ?? "";
  const name = q === "saidov" ? "Саидов" : q;
  const data = waiting.filter(({ friend }) => friend.fullname.startsWith(name));
  return Promise.resolve({ body: { data, meta: { next: null } } });
};

function showRequests(
  search: string,
  below?: ComponentProps<typeof FriendsList>["below"],
  answer = server,
) {
  window.history.replaceState(null, "", `/ru/friends/incoming${search}`);
  renderWithProviders(<FriendsList box="incoming" below={below} />, {
    answer,
    member: memberSample,
  });
}
const searchField = () => screen.findByRole("searchbox");

beforeEach(() => {
  waiting = [requestFrom(7, "Ким Елена Сергеевна"), requestFrom(8, "Саидов Умид Анварович")];
});

it("the list of friends keeps the search in the address, and finds the same again from there", async () => {
  showRequests("?q=Саидов");
  expect(await searchField()).toHaveValue("Саидов");
  const found = await screen.findByRole("link", { name: "Саидов Умид Анварович" });
  expect(found).toHaveAttribute("href", "/ru/users/8");
  await userEvent.clear(await searchField());
  await userEvent.type(await searchField(), "Ким");
  await vi.waitFor(() => expect(new URL(window.location.href).searchParams.get("q")).toBe("Ким"));
  expect(await screen.findByRole("link", { name: "Ким Елена Сергеевна" })).toBeVisible();
});

it("the list of friends marks in a name what the words in another script have found", async () => {
  showRequests("?q=saidov");
  expect(await screen.findByText("Саидов", { selector: "mark" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Саидов Умид Анварович" })).toBeVisible();
});

it("the list of friends announces how many a search shows, and that it has found nobody", async () => {
  showRequests("");
  await screen.findByText("Саидов Умид Анварович");
  await userEvent.type(await searchField(), "Ким");
  expect(await screen.findByText("Показан 1 результат")).toHaveAttribute("role", "status");
  await userEvent.type(await searchField(), "о");
  expect(await screen.findByText("Ничего не найдено")).toHaveAttribute("role", "status");
  await userEvent.clear(await searchField());
  await vi.waitFor(() => expect(screen.queryByText("Ничего не найдено")).toBeNull());
});

it("the list of friends says after the last person found that nobody else matches, and links back to the whole list", async () => {
  showRequests("?q=Ким");
  await userEvent.click(
    await screen.findByRole("button", { name: "Принять: Ким Елена Сергеевна" }),
  );
  expect(await screen.findByText("По запросу «Ким» больше никого нет.")).toBeVisible();
  expect(screen.queryByText(/никого не нашлось/)).not.toBeInTheDocument();
  const [, clear] = screen.getAllByRole("button", { name: "Очистить поиск" });
  await userEvent.click(clear ?? document.body);
  expect(await screen.findByText("Саидов Умид Анварович")).toBeVisible();
});

it("a search of friends that failed shows nobody found for former words during a retry, and keeps the focus on its button", async () => {
  const answers = [
    refusal("unavailable", "Служба недоступна"),
    new Promise<never>(() => undefined),
  ];
  showRequests("", undefined, (call) =>
    call.includes("q=") ? (answers.shift() ?? server(call)) : server(call),
  );
  await screen.findByText("Саидов Умид Анварович");
  await userEvent.type(await searchField(), "К");
  const retry = await screen.findByRole("button", { name: "Повторить" });
  await userEvent.click(retry);
  expect(retry).toHaveAttribute("aria-busy", "true");
  expect(retry).toHaveFocus();
  expect(screen.queryByText("Саидов Умид Анварович")).not.toBeInTheDocument();
});

describe("rows below the list", () => {
  const below = { isPending: false, rows: <p>Ваша заявка принята</p> };

  it("follow the requests, and are shown while there is no search", async () => {
    showRequests("", below);
    const request = await screen.findByText("Саидов Умид Анварович");
    const news = screen.getByText("Ваша заявка принята");
    expect(news).toBeVisible();
    expect(request.compareDocumentPosition(news)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.type(await searchField(), "Саи");
    expect(screen.queryByText("Ваша заявка принята")).not.toBeInTheDocument();
  });

  it("replace the sentence that there are no requests", async () => {
    waiting = [];
    showRequests("", below);
    expect(await screen.findByText("Ваша заявка принята")).toBeVisible();
    expect(screen.queryByText("Новых заявок нет.")).not.toBeInTheDocument();
  });
});
