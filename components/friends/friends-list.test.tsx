// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { FriendsList } from "#components/friends/friends-list.tsx";
import {
  type Answer,
  requestFrom,
  showWithFriends,
} from "#components/friends/show-with-friends.tsx";
import type { FriendItem } from "#lib/friends/schema.ts";

vi.mock("#components/ui/toasts/toasts.ts");
vi.mock("#components/ui/controls/route-link.tsx", () => ({
  RouteLink: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useSearchParams: (await import("#components/ui/show-at-address.tsx")).useSearchParamsOfAddress,
}));

let waiting: FriendItem[];
const server: Answer = (path) => {
  if (path === "/profile/friends/counts")
    return Promise.resolve({ body: { data: { friends: 0, incoming: 2, outgoing: 0 } } });
  const decided = /friendship\/(\d+)/.exec(path);
  waiting = waiting.filter(({ id }) => id !== Number(decided?.[1]));
  if (decided)
    return Promise.resolve({ body: { message: "Заявка принята", data: { status: "friends" } } });
  const q = new URLSearchParams(path.split("?")[1]).get("q") ?? "";
  const data = waiting.filter(({ friend }) => friend.fullname.startsWith(q));
  return Promise.resolve({ body: { data, meta: { next: null } } });
};

function showRequests(search: string) {
  window.history.replaceState(null, "", `/ru/friends/incoming${search}`);
  showWithFriends(<FriendsList box="incoming" />, server);
}
const searchField = () => screen.findByRole("searchbox");

beforeEach(() => {
  waiting = [requestFrom(7, "Ким Елена Сергеевна"), requestFrom(8, "Саидов Умид Анварович")];
});

it("keeps in the address what is looked for, and finds it again from there", async () => {
  showRequests("?q=Саидов");
  expect(await searchField()).toHaveValue("Саидов");
  expect(await screen.findByText("Саидов Умид Анварович")).toBeVisible();
  await userEvent.clear(await searchField());
  await userEvent.type(await searchField(), "Ким");
  await vi.waitFor(() => expect(new URL(window.location.href).searchParams.get("q")).toBe("Ким"));
  expect(await screen.findByText("Ким Елена Сергеевна")).toBeVisible();
});

it("says after the last of those found that there is nobody else, and leads back to the rest", async () => {
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
