// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { HomeScreen } from "./home-screen.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { emptyHome } from "#components/testing/show-member-home.tsx";
import { noNetwork } from "#lib/testing/answer-calls.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import type { Home } from "#lib/home/schema.ts";
import { unreadCountQuery } from "#lib/messenger/cache/queries.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const person = (id: number, fullname: string) => ({
  ...{ id, fullname, image: null, online: false, last_seen_at: null },
});
const yusupova = person(7, "Юсупова Мадина Рустамовна");
const school = { id: 5, name: "Школа № 110" };

let home: Home;
let fails: boolean;
let unread: number;
const asked: string[] = [];
beforeEach(() => {
  home = emptyHome;
  fails = false;
  unread = 0;
  asked.length = 0;
});

const show = () =>
  renderWithProviders(
    <SocketProvider token="a token">
      <HomeScreen visitor={<h1>Найдите свой класс</h1>} catalogue={<p>Каталог</p>} />
    </SocketProvider>,
    {
      surface: "site",
      member: memberSample,
      answer: (call) => {
        asked.push(call);
        if (call.startsWith("GET /home")) {
          if (fails) return Promise.reject(noNetwork);
          return { body: { data: home } };
        }
        if (call.startsWith("POST ")) {
          home = { ...home, requests: [], requests_total: 0 };
          return { body: { message: "Готово", data: { status: "friends" } } };
        }
        return {
          body: { data: { friends: 0, incoming: 0, outgoing: 0 }, new_messages_count: unread },
        };
      },
    },
  );
const block = (name: string | RegExp) => screen.findByRole("region", { name });

describe("the member's home page", () => {
  it("shows a member nothing of the visitors' part, and the catalogue below their blocks", async () => {
    show();
    expect(
      await screen.findByRole("heading", { level: 1, name: "Здравствуйте, Алишер" }),
    ).toBeVisible();
    expect(await screen.findByText("Каталог")).toBeVisible();
    expect(screen.queryByText("Найдите свой класс")).not.toBeInTheDocument();
  });

  it("is asked for once, although the number of unread messages comes beside it", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    unread = 3;
    const { client } = show();
    await screen.findByRole("heading", { level: 1, name: "Здравствуйте, Алишер" });
    await waitFor(() => expect(client.getQueryData(unreadCountQuery().queryKey)).toBe(3));
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.filter((call) => call.startsWith("GET /home"))).toHaveLength(1);
    vi.useRealTimers();
  });

  it("says with a way on that all is quiet where no block has anything", async () => {
    show();
    expect(await screen.findByText(/Пока всё тихо/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Найти людей" })).toBeVisible();
    expect(screen.queryAllByRole("region")).toEqual([]);
  });

  it("lets a request be accepted in place, where it stays until the next visit, and counts it no more", async () => {
    home = {
      ...emptyHome,
      requests: [
        {
          ...yusupova,
          created_at: "2026-11-20T10:00:00.000Z",
          ties: [{ kind: "classmate", object: school, start: 2004, end: 2014 }],
        },
      ],
      requests_total: 4,
    };
    const { unmount } = show();
    const requests = await block(/Хотят дружить/);
    expect(within(requests).getByText("Учились вместе, 2004–2014: Школа № 110")).toBeVisible();
    expect(within(requests).getByRole("heading")).toHaveTextContent("Хотят дружить 4");
    await userEvent.click(
      within(requests).getByRole("button", { name: `Принять: ${yusupova.fullname}` }),
    );
    expect(asked).toContain("POST /profile/friends/friendship/7/accept");
    expect(within(requests).getByRole("heading")).toHaveTextContent(/^Хотят дружить 3$/);
    await waitFor(() => expect(asked).toContain("GET /home?refresh=1"));
    await waitFor(() =>
      expect(within(requests).getByRole("heading")).toHaveTextContent(/^Хотят дружить$/),
    );
    expect(
      within(requests).getByRole("button", { name: `В друзьях: ${yusupova.fullname}` }),
    ).toBeVisible();
    unmount();
    show();
    expect(await screen.findByText(/Пока всё тихо/)).toBeVisible();
    expect(screen.queryByRole("region", { name: /Хотят дружить/ })).toBeNull();
  });

  const unreadFrom = (fullname: string): Home => ({
    ...emptyHome,
    chats: [
      {
        ...{ id: 3, kind: "group", title: "11-Б", image: null, class: null, peer: null },
        unread: 9,
        last_message: {
          author: { id: 7, fullname },
          text: "кто поведёт машину?",
          attachments: [],
          deleted: false,
          created_at: "2026-11-20T10:00:00.000Z",
        },
      },
    ],
    unread_total: 9,
  });

  it("shows unread chats with their last line and their number, each a link into the chat", async () => {
    home = unreadFrom(yusupova.fullname);
    show();
    const unread = await block(/Непрочитанное/);
    expect(within(unread).getByRole("link", { name: "11-Б" })).toHaveAttribute(
      "href",
      "http://chat.kampus.localhost/ru/group/3",
    );
    expect(within(unread).getByText("Мадина: кто поведёт машину?")).toBeVisible();
    expect(within(unread).getByText("9 новых")).toBeInTheDocument();
  });

  it("says of the last message of a deleted member that it is theirs, by the whole of these words", async () => {
    home = unreadFrom("Удалённый участник");
    show();
    const unread = await block(/Непрочитанное/);
    expect(within(unread).getByText("Удалённый участник: кто поведёт машину?")).toBeVisible();
  });

  it.each(["private", "group"] as const)(
    "says of the member's own message in an unread %s chat that it is theirs",
    async (kind) => {
      const last = { author: memberSample, text: "Сообщение 68", attachments: [], deleted: false };
      const chat = { id: 3, kind, title: "Олимов Шерзод", image: null, class: null, peer: null };
      const last_message = { ...last, created_at: "2026-11-20T10:00:00.000Z" };
      home = { ...emptyHome, chats: [{ ...chat, unread: 1, last_message }], unread_total: 1 };
      show();
      const unread = await block(/Непрочитанное/);
      expect(within(unread).getByText("Вы: Сообщение 68")).toBeVisible();
    },
  );

  it("shows events and birthdays, the newcomers of a class, a class to invite to and the missing parts of the profile", async () => {
    home = {
      ...emptyHome,
      coming: [
        {
          ...{ kind: "event", id: 1, title: "Встреча: 10 лет спустя", place: "Ташкент" },
          ...{ start: "2026-12-12T13:00:00.000Z", time_zone: "Asia/Tashkent" },
          ...{ going: 14, my_answer: null, object: school, key: "2014", news: "changed" },
        },
        { kind: "birthday", person: yusupova, in_days: 1 },
      ],
      class_news: [
        { object: school, key: "2014", end: 2014, start: null, people: [yusupova], total: 13 },
      ],
      invite: { object: school, key: "2014", end: 2014, start: null, total: 7 },
      missing: ["images", "jobs"],
    };
    show();
    const coming = await block("Скоро");
    expect(
      within(coming).getByText(/^есть изменения · 18:00( GMT\+5)? · 14 придут · Ташкент$/),
    ).toBeVisible();
    expect(within(coming).getByText("день рождения завтра")).toBeVisible();
    const news = await block("Новые в вашем классе");
    expect(within(news).getByRole("link", { name: "Мадина Юсупова" })).toBeVisible();
    expect(within(news).getByText("и ещё 12")).toBeVisible();
    const invite = await block("В вашем классе 7 человек");
    expect(within(invite).getByRole("button", { name: "Пригласить остальных" })).toBeVisible();
    const missing = await block("Чего не хватает в профиле");
    expect(
      within(missing)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(["Добавить фото", "Указать место работы"]);
  });

  it("says that an event is cancelled, without a number of those who would have come", async () => {
    home = {
      ...emptyHome,
      coming: [
        {
          ...{ kind: "event", id: 1, title: "Встреча: 10 лет спустя", place: "Ташкент" },
          ...{ start: "2026-12-12T13:00:00.000Z", time_zone: "Asia/Tashkent" },
          ...{ going: 14, my_answer: "going", object: school, key: "2014", news: "cancelled" },
        },
      ],
    };
    show();
    const coming = await block("Скоро");
    expect(within(coming).getByText(/^отменено · 18:00( GMT\+5)? · Ташкент$/)).toBeVisible();
  });

  it("shows its blocks in the order of the day, whatever of them there is", async () => {
    const studied = { object: school, key: "2014", end: 2014, start: null };
    const tie = { kind: "classmate" as const, object: school, start: 2004, end: 2014 };
    home = {
      ...{ requests_total: 1, unread_total: 1, missing: ["jobs"] },
      requests: [{ ...yusupova, created_at: "2026-11-20T10:00:00.000Z", ties: [tie] }],
      chats: [
        {
          ...{ id: 3, kind: "group", title: "11-Б", image: null, class: null, peer: null },
          ...{ unread: 1, last_message: null },
        },
      ],
      coming: [{ kind: "birthday", person: yusupova, in_days: 1 }],
      class_news: [{ ...studied, people: [yusupova], total: 1 }],
      suggestions: [{ ...person(8, "Рахимов Жасур Отабекович"), status: "none", reasons: [tie] }],
      invite: { ...studied, total: 7 },
    };
    show();
    await block(/Хотят дружить/);
    expect(
      screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent.trim()),
    ).toEqual([
      ...["Хотят дружить 1", "Непрочитанное 1", "Скоро", "Новые в вашем классе"],
      ...["Возможно, вы знакомы", "В вашем классе 7 человек", "Чего не хватает в профиле"],
    ]);
  });

  it("shows five of what is coming, and the rest once that is asked for", async () => {
    home = {
      ...emptyHome,
      coming: Array.from({ length: 8 }, (_, index) => ({
        ...{ kind: "birthday" as const, in_days: 1 },
        person: person(index + 10, `Член класса ${index + 1}`),
      })),
    };
    show();
    const coming = await block("Скоро");
    const shown = () =>
      within(coming)
        .getAllByRole("link")
        .filter((link) => link.closest("details:not([open])") === null);
    expect(shown()).toHaveLength(5);
    await userEvent.click(within(coming).getByText("и ещё 3"));
    expect(shown()).toHaveLength(8);
  });

  it.each([
    ["an event of a class is new, changed or cancelled", "class_event"],
    ["nobody knows what the page has missed", "resync"],
  ] as const)("asks anew when %s", async (_title, event) => {
    show();
    expect(await screen.findByText(/Пока всё тихо/)).toBeVisible();
    home = {
      ...emptyHome,
      coming: [
        {
          ...{ kind: "event", id: 1, title: "Встреча", place: "", news: null, my_answer: null },
          ...{ start: "2026-12-12T13:00:00.000Z", time_zone: "Asia/Tashkent" },
          ...{ going: 0, object: school, key: "2014" },
        },
      ],
    };
    await receiveEvent(event, event === "resync" ? {} : { object_id: 5, class_key: "2014", id: 1 });
    expect(within(await block("Скоро")).getByText("Встреча")).toBeVisible();
  });

  it("says what happened when it cannot be loaded, with the catalogue below, and tries again", async () => {
    fails = true;
    show();
    const retry = await screen.findByRole("button", { name: "Повторить" });
    expect(screen.getByText("Каталог")).toBeVisible();
    fails = false;
    await userEvent.click(retry);
    expect(await screen.findByText(/Пока всё тихо/)).toBeVisible();
  });
});

it("a visitor and an unverified member are greeted as visitors", async () => {
  const visitor = <h1>Найдите свой класс</h1>;
  for (const member of [null, { ...memberSample, verified: false }]) {
    const { unmount } = renderWithProviders(
      <HomeScreen visitor={visitor} catalogue={<p>Каталог</p>} />,
      {
        surface: "site",
        member,
        answer: () => Promise.reject(new Error("unasked")),
      },
    );
    await vi.waitFor(() => expect(screen.queryByRole("status")).not.toBeInTheDocument());
    expect(screen.getByRole("heading", { name: "Найдите свой класс" })).toBeVisible();
    unmount();
  }
});
