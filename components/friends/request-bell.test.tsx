import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { RequestBell } from "#components/friends/request-bell.tsx";
import {
  type Answer,
  requestFrom,
  showWithFriends,
} from "#components/friends/show-with-friends.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import type { FriendItem } from "#lib/friends/schema.ts";

vi.mock("#components/ui/toasts/toasts.ts");
vi.mock("#components/ui/controls/route-link.tsx", () => ({
  RouteLink: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
  useGoTo: () => () => undefined,
}));

interface News {
  pending: number;
  accepted?: Person;
}
const socket = vi.hoisted(() => ({ tell: (_news: News): void => undefined }));
vi.mock("#lib/api/socket.ts", () => ({
  useSocketEvent: (_event: string, _schema: unknown, handler: typeof socket.tell) => {
    socket.tell = handler;
  },
}));

let waiting: FriendItem[];
const server: Answer = (path) => {
  if (path === "/profile/friends/counts")
    return Promise.resolve({
      body: { data: { friends: 0, incoming: waiting.length, outgoing: 0 } },
    });
  const decided = /friendship\/(\d+)\/(accept|delete)/.exec(path);
  if (!decided) return Promise.resolve({ body: { data: waiting, meta: { next: null } } });
  waiting = waiting.filter((request) => request.id !== Number(decided[1]));
  const status = decided[2] === "accept" ? "friends" : "none";
  return Promise.resolve({ body: { message: "Готово", data: { status } } });
};

const bell = (name: string) => screen.findByRole("button", { name });
const openBell = async (name: string) => {
  await userEvent.click(await bell(name));
  return within(await screen.findByRole("dialog"));
};

beforeEach(() => {
  vi.mocked(showSuccess).mockClear();
  waiting = [requestFrom(7, "Ким Елена Сергеевна"), requestFrom(8, "Саидов Умид Анварович")];
});

it("counts the requests that wait", async () => {
  showWithFriends(<RequestBell />, server);
  expect(await bell("Заявки в друзья: 2 новые")).toHaveTextContent("2");
});

it("moves its count with what the server tells, and the open list with it", async () => {
  showWithFriends(<RequestBell />, server);
  const list = await openBell("Заявки в друзья: 2 новые");
  act(() => socket.tell({ pending: 2 }));
  waiting = [requestFrom(9, "Ли Виктор Олегович"), ...waiting];
  act(() => socket.tell({ pending: 3 }));
  expect(await bell("Заявки в друзья: 3 новые")).toBeVisible();
  expect(await list.findByText("Ли Виктор Олегович")).toBeVisible();
});

it("tells whose request was accepted, with the way to them, and asks for the lists anew", async () => {
  showWithFriends(<RequestBell />, server);
  await bell("Заявки в друзья: 2 новые");
  waiting = waiting.slice(1);
  const { friend } = requestFrom(9, "Ли Виктор Олегович");
  act(() => socket.tell({ pending: 2 }));
  act(() => socket.tell({ pending: 1, accepted: friend }));
  expect(showSuccess).toHaveBeenCalledExactlyOnceWith(
    "Ваша заявка принята",
    expect.anything(),
    "accepted-9",
  );
  const [, notice] = vi.mocked(showSuccess).mock.calls[0] ?? [];
  render(<p>{notice}</p>);
  expect(screen.getByRole("link", { name: "Ли Виктор Олегович" })).toBeVisible();
  expect(screen.getByText(/теперь у вас в друзьях/)).toBeVisible();
  expect(await bell("Заявки в друзья: 1 новая")).toBeVisible();
});

it("lets one accept a request in place: the row goes and the count falls", async () => {
  showWithFriends(<RequestBell />, server);
  const list = await openBell("Заявки в друзья: 2 новые");
  await userEvent.click(await list.findByRole("button", { name: "Принять: Ким Елена Сергеевна" }));
  expect(await bell("Заявки в друзья: 1 новая")).toBeVisible();
  expect(list.queryByText("Ким Елена Сергеевна")).not.toBeInTheDocument();
  expect(list.getByText("Саидов Умид Анварович")).toBeVisible();
});

it("says so when the last request has been rejected", async () => {
  waiting = waiting.slice(1);
  showWithFriends(<RequestBell />, server);
  const list = await openBell("Заявки в друзья: 1 новая");
  await userEvent.click(
    await list.findByRole("button", { name: "Отклонить: Саидов Умид Анварович" }),
  );
  expect(await list.findByText("Новых заявок нет.")).toBeVisible();
  expect(await bell("Заявки в друзья")).not.toHaveTextContent(/\d/);
});

it("says what happened when the requests cannot be loaded, and tries again", async () => {
  let away = true;
  showWithFriends(<RequestBell />, (path) =>
    away ? Promise.reject(new TypeError("Failed to fetch")) : server(path),
  );
  const list = await openBell("Заявки в друзья");
  const retry = await list.findByRole("button", { name: "Повторить" });
  away = false;
  await userEvent.click(retry);
  expect(await list.findByText("Ким Елена Сергеевна")).toBeVisible();
});

it("shows rows of the real shape while the requests load", async () => {
  showWithFriends(<RequestBell />, () => new Promise<never>(() => undefined));
  const list = await openBell("Заявки в друзья");
  expect(list.getByRole("status", { name: "Загрузка…" })).toBeVisible();
});

it("keeps a request that could not be accepted, and says why in a red notice", async () => {
  showWithFriends(<RequestBell />, (path) =>
    path.endsWith("/accept")
      ? Promise.resolve({ status: 404, body: { message: "Заявки больше нет", code: "not_found" } })
      : server(path),
  );
  const list = await openBell("Заявки в друзья: 2 новые");
  await userEvent.click(await list.findByRole("button", { name: "Принять: Ким Елена Сергеевна" }));
  await vi.waitFor(() =>
    expect(showFailure).toHaveBeenCalledWith("Ошибка", "Заявки больше нет", { each: true }),
  );
  expect(await list.findByText("Ким Елена Сергеевна")).toBeVisible();
  expect(await bell("Заявки в друзья: 2 новые")).toBeVisible();
});
