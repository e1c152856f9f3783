import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { RequestBell } from "#components/friends/request-bell.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { requestFrom } from "#lib/testing/friend-samples.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import type { Acceptance, FriendItem } from "#lib/friends/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

let waiting: FriendItem[];
let acceptances: Acceptance[];
const unseen = () => acceptances.filter(({ seen }) => !seen).length;
const server: AnswerCall = (call, body) => {
  if (call === "GET /profile/friends/counts")
    return Promise.resolve({
      body: {
        data: {
          friends: 0,
          incoming: waiting.length,
          outgoing: 0,
          unseen_acceptances: unseen(),
        },
      },
    });
  if (call === "GET /profile/friends/accepted")
    return Promise.resolve({ body: { data: acceptances } });
  if (call === "POST /profile/friends/accepted/seen") {
    const { ids } = body as { ids: number[] }; // the schema of this call
    acceptances = acceptances.map((item) => ({
      ...item,
      seen: item.seen || ids.includes(item.id),
    }));
    return Promise.resolve({ body: { data: { unseen_acceptances: unseen() } } });
  }
  const decided = /friendship\/(\d+)\/(accept|delete)/.exec(call);
  if (!decided) return Promise.resolve({ body: { data: waiting, meta: { next: null } } });
  waiting = waiting.filter((request) => request.id !== Number(decided[1]));
  const status = decided[2] === "accept" ? "friends" : "none";
  return Promise.resolve({ body: { message: "Готово", data: { status } } });
};

const show = (answer = server) =>
  renderWithProviders(
    <SocketProvider token="secret">
      <RequestBell />
    </SocketProvider>,
    { answer, member: memberSample },
  );
const bell = (name: string) => screen.findByRole("button", { name });
const openBell = async (name: string) => {
  await userEvent.click(await bell(name));
  return within(await screen.findByRole("dialog"));
};

beforeEach(() => {
  acceptances = [];
  waiting = [requestFrom(7, "Ким Елена Сергеевна"), requestFrom(8, "Саидов Умид Анварович")];
});

describe("the bell of friend requests", () => {
  it("counts the waiting requests", async () => {
    show();
    expect(await bell("Заявки в друзья: 2 новые")).toHaveTextContent("2");
  });

  it("updates its count and the open list with events of the server", async () => {
    show();
    const list = await openBell("Заявки в друзья: 2 новые");
    await receiveEvent("friendship", { pending: 2 });
    waiting = [requestFrom(9, "Ли Виктор Олегович"), ...waiting];
    await receiveEvent("friendship", { pending: 3 });
    expect(await bell("Заявки в друзья: 3 новые")).toBeVisible();
    expect(await list.findByText("Ли Виктор Олегович")).toBeVisible();
  });

  it("shows whose request was accepted, with a link to them, and refetches the lists", async () => {
    show();
    await bell("Заявки в друзья: 2 новые");
    waiting = waiting.slice(1);
    const { friend } = requestFrom(9, "Ли Виктор Олегович");
    await receiveEvent("friendship", { pending: 2 });
    await receiveEvent("friendship", { pending: 1, accepted: friend });
    await receiveEvent("friendship", { pending: 1, accepted: friend });
    await waitFor(() =>
      expect(shownToasts()).toEqual([
        "Ваша заявка принята: Ли Виктор Олегович теперь у вас в друзьях",
      ]),
    );
    const toasts = within(screen.getByRole("region", { name: messages.Layout.toasts }));
    expect(toasts.getByRole("link", { name: "Ли Виктор Олегович" })).toHaveAttribute(
      "href",
      "/ru/users/9",
    );
    expect(await bell("Заявки в друзья: 1 новая")).toBeVisible();
  });

  it("accepts a request in place: the row disappears and the count falls", async () => {
    show();
    const list = await openBell("Заявки в друзья: 2 новые");
    await userEvent.click(
      await list.findByRole("button", { name: "Принять: Ким Елена Сергеевна" }),
    );
    expect(await bell("Заявки в друзья: 1 новая")).toBeVisible();
    expect(list.queryByText("Ким Елена Сергеевна")).not.toBeInTheDocument();
    expect(list.getByText("Саидов Умид Анварович")).toBeVisible();
  });

  it("says so when the last request has been rejected", async () => {
    waiting = waiting.slice(1);
    show();
    const list = await openBell("Заявки в друзья: 1 новая");
    await userEvent.click(
      await list.findByRole("button", { name: "Отклонить: Саидов Умид Анварович" }),
    );
    expect(await list.findByText("Новых заявок нет.")).toBeVisible();
    expect(await bell("Заявки в друзья")).not.toHaveTextContent(/\d/);
  });

  it("shows why the requests could not be loaded, and retries", async () => {
    let away = true;
    show((call) => (away ? Promise.reject(new TypeError("Failed to fetch")) : server(call)));
    const list = await openBell("Заявки в друзья");
    const retry = await list.findByRole("button", { name: "Повторить" });
    away = false;
    await userEvent.click(retry);
    expect(await list.findByText("Ким Елена Сергеевна")).toBeVisible();
  });

  it("shows rows of the real shape while the requests load", async () => {
    show(() => new Promise<never>(() => undefined));
    const list = await openBell("Заявки в друзья");
    expect(list.getByRole("status", { name: "Загрузка…" })).toBeVisible();
  });

  it("keeps a request that could not be accepted, and shows why in a red toast", async () => {
    show((call) =>
      call.endsWith("/accept")
        ? Promise.resolve({
            status: 404,
            body: { message: "Заявки больше нет", code: "not_found" },
          })
        : server(call),
    );
    const list = await openBell("Заявки в друзья: 2 новые");
    const accept = async () =>
      userEvent.click(await list.findByRole("button", { name: "Принять: Ким Елена Сергеевна" }));
    await accept();
    await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Заявки больше нет"]));
    await accept();
    await waitFor(() =>
      expect(shownToasts()).toEqual(["Ошибка: Заявки больше нет", "Ошибка: Заявки больше нет"]),
    );
    expect(await list.findByText("Ким Елена Сергеевна")).toBeVisible();
    expect(await bell("Заявки в друзья: 2 новые")).toBeVisible();
  });
});

const acceptanceOf = (id: number, fullname: string): Acceptance => ({
  ...requestFrom(id, fullname),
  seen: false,
});

describe("acceptances while the member was away", () => {
  beforeEach(() => {
    waiting = waiting.slice(1);
    acceptances = [acceptanceOf(9, "Ли Виктор Олегович")];
  });

  it("are counted with the requests and listed after them with their time", async () => {
    show();
    expect(await bell("Новости о друзьях: 2. Новых заявок: 1, принято ваших: 1")).toHaveTextContent(
      "2",
    );
    const dialog = await openBell("Новости о друзьях: 2. Новых заявок: 1, принято ваших: 1");
    const rows = await dialog.findByRole("list", { name: "Принятые заявки" });
    expect(within(rows).getByRole("link", { name: "Ли Виктор Олегович" })).toBeVisible();
    expect(rows).toHaveTextContent("Ваша заявка принята 20.11.2026");
    const request = dialog.getByText("Саидов Умид Анварович");
    expect(request).toBeVisible();
    expect(request.compareDocumentPosition(rows)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("count as seen once they are shown: the count falls, the row stays until the list is closed", async () => {
    waiting = [];
    show();
    const dialog = await openBell("Новости о друзьях: 1. Новых заявок: 0, принято ваших: 1");
    expect(await dialog.findByText("Ли Виктор Олегович")).toBeVisible();
    expect(await bell("Заявки в друзья")).not.toHaveTextContent(/\d/);
    expect(unseen()).toBe(0);
    await receiveEvent("friendship", { pending: 0 });
    await receiveEvent("friendship", { pending: 0 });
    expect(await dialog.findByText("Ли Виктор Олегович")).toBeVisible();
    expect(dialog.queryByText("Новых заявок нет.")).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    const again = await openBell("Заявки в друзья");
    expect(await again.findByText("Новых заявок нет.")).toBeVisible();
    expect(again.queryByText("Ли Виктор Олегович")).not.toBeInTheDocument();
  });

  it("leave the list when the friendship ends meanwhile", async () => {
    show();
    const dialog = await openBell("Новости о друзьях: 2. Новых заявок: 1, принято ваших: 1");
    expect(await dialog.findByText("Ли Виктор Олегович")).toBeVisible();
    await bell("Заявки в друзья: 1 новая");
    acceptances = [];
    await receiveEvent("friendship", { pending: 1 });
    await receiveEvent("friendship", { pending: 1 });
    await vi.waitFor(() =>
      expect(dialog.queryByText("Ли Виктор Олегович")).not.toBeInTheDocument(),
    );
  });

  it("are no longer counted when another tab has shown them", async () => {
    show();
    await bell("Новости о друзьях: 2. Новых заявок: 1, принято ваших: 1");
    acceptances = [];
    await receiveEvent("acceptances_seen", { unseen_acceptances: 0 });
    expect(await bell("Заявки в друзья: 1 новая")).toHaveTextContent("1");
  });

  it("do not count as seen in a hidden tab, until it becomes visible", async () => {
    const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    show();
    const dialog = await openBell("Новости о друзьях: 2. Новых заявок: 1, принято ваших: 1");
    expect(await dialog.findByText("Ли Виктор Олегович")).toBeVisible();
    expect(unseen()).toBe(1);
    hidden.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    expect(await bell("Заявки в друзья: 1 новая")).toBeVisible();
    hidden.mockRestore();
  });

  it("can be refetched after a failure, while the requests are shown", async () => {
    let away = true;
    show((call, body) =>
      away && call === "GET /profile/friends/accepted"
        ? Promise.reject(new TypeError("Failed to fetch"))
        : server(call, body),
    );
    const dialog = await openBell("Новости о друзьях: 2. Новых заявок: 1, принято ваших: 1");
    const retry = await dialog.findByRole("button", { name: "Повторить" });
    expect(dialog.getByText("Саидов Умид Анварович")).toBeVisible();
    away = false;
    await userEvent.click(retry);
    expect(await dialog.findByText("Ли Виктор Олегович")).toBeVisible();
  });
});
