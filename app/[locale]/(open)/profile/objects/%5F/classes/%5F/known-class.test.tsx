import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { KnownClass } from "./known-class.tsx";
import "#components/invitations/invite-dialog.tsx"; // loaded before the test waits for it
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { earlyForAll, earlyPathsOf } from "#lib/api/early-calls.ts";
import { SocketProvider } from "#lib/api/socket.ts";
import type { ClassDetails, ClassMember } from "#lib/classes/schema.ts";
import { noNetwork } from "#lib/testing/answer-calls.ts";
import { receiveEvent } from "#lib/testing/fake-socket.ts";
import { invitationOf } from "#lib/testing/invitation-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import { messageOf, peer } from "#lib/testing/message-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("socket.io-client", () => import("#lib/testing/fake-socket.ts"));

const [addressId, mergedId] = [20, 5];
const years = { end: 2014, start: null };
const page = { data: [], meta: { next: null, total: 0 } };
const chat = { id: 7, joined: true, members_count: 4 };
let details: ClassDetails;
let asked: string[];
let roster: ClassMember[];
let rosterMayCome: Promise<unknown>;
let isAway: boolean;

beforeEach(() => {
  asked = [];
  roster = [];
  rosterMayCome = Promise.resolve();
  isAway = false;
  details = {
    ...{ object: { id: mergedId, name: "Школа № 110" }, key: "2014", ...years },
    ...{ total: 9, friends: 0, groups: [], chat: null, mine: true, next_event: null },
  };
  window.history.replaceState(null, "", `/ru/objects/${addressId}/classes/2014`);
});

const show = () =>
  renderWithProviders(
    <SocketProvider token="secret">
      <KnownClass place={{ objectId: addressId, key: "2014", years }} />
    </SocketProvider>,
    {
      member: memberSample,
      answer: async (call) => {
        asked.push(call);
        if (isAway) throw noNetwork;
        if (call === `POST /messenger/group/leave/${chat.id}`) {
          details = { ...details, chat: { ...chat, joined: false } };
          return { body: { message: "Готово" } };
        }
        if (call === `GET /objects/${addressId}/classes/2014`) return { body: { data: details } };
        if (call === "GET /invitations") return { body: { data: [invitationOf({ group: null })] } };
        if (call.includes("/members")) {
          await rosterMayCome;
          return { body: { ...page, data: roster } };
        }
        return { body: page };
      },
    },
  );
const timesAsked = (call: RegExp) => asked.filter((one) => call.test(one)).length;
const eventList = /\/events(?:\?|$)/;

describe("a class of an institution that was merged into another", () => {
  it("shows the member the link that they have, instead of making another", async () => {
    show();
    await userEvent.click(await screen.findByRole("button", { name: messages.Classes.invite }));
    expect(await screen.findByRole("textbox", { name: messages.Invitations.link })).toHaveValue(
      invitationOf().url,
    );
    expect(timesAsked(/^POST/)).toBe(0);
  });

  it("shows what others change of its events", async () => {
    show();
    await screen.findByText(messages.Events.empty);
    await waitFor(() => expect(timesAsked(eventList)).toBe(1));
    await receiveEvent("class_event", { object_id: mergedId, class_key: "2014", id: 12 });
    await waitFor(() => expect(timesAsked(eventList)).toBe(2));
  });
});

it("the roster of a class marks in a name what the words in another script have found", async () => {
  roster = [{ ...peer, fullname: "Рахимов Жасур", status: "none", group: null }];
  window.history.replaceState(null, "", `/ru/objects/${addressId}/classes/2014?q=rahimov`);
  show();
  expect(await screen.findByText("Рахимов", { selector: "mark" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Рахимов Жасур" })).toBeVisible();
});

describe("the first calls of a class", () => {
  const early = earlyPathsOf("profile", "ru", `/objects/${addressId}/classes/2014`)
    .slice(earlyForAll.length)
    .map((path) => path.replace("/api/ru", "GET "));
  const opened = async (known: Partial<ClassDetails>) => {
    details = { ...details, object: { id: addressId, name: "Школа № 110" }, ...known };
    show();
    await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(asked.filter((call) => call.endsWith("/members"))).toHaveLength(1));
  };

  it("of the member's own are asked for in one, each once", async () => {
    await opened({ event_rights: { create: true, manage: false }, sees_events: true });
    await screen.findAllByRole("button", { name: messages.Events.make });
    await waitFor(() => expect(asked.toSorted()).toEqual(early.toSorted()));
  });

  it("of others are besides these the institution, for the education that it offers, and no events", async () => {
    await opened({ event_rights: null, sees_events: false, mine: false });
    const institution = `GET /objects/${addressId}`;
    const events = `${institution}/classes/2014/events`;
    await waitFor(() =>
      expect(asked.toSorted()).toEqual(
        [...early.filter((call) => call !== events), institution].toSorted(),
      ),
    );
  });
});

describe("the events of a class", () => {
  it.each([
    ["in the chat of a study group alone", { mine: false, sees_events: true }, true],
    ["of the class, by a server of the version before", { mine: true }, true],
    ["neither of the class nor in a chat of it", { mine: false, sees_events: false }, false],
  ])("for a member who is %s", async (_, known, isShown) => {
    details = { ...details, ...known };
    show();
    await screen.findByRole("heading", { level: 1 });
    const section = () => screen.queryByRole("heading", { name: messages.Events.title });
    await waitFor(() => expect(section() !== null).toBe(isShown));
  });
});

describe("the chat of a class", () => {
  it("keeps the focus in its card, and says so, when the member leaves it, because the button goes away", async () => {
    details = { ...details, chat };
    show();
    const card = await screen.findByRole("region", { name: messages.Classes.chat });
    const { promise, resolve } = Promise.withResolvers();
    rosterMayCome = promise; // later than the class, without whose chat the button is gone
    await userEvent.click(within(card).getByRole("button", { name: messages.Classes.leaveChat }));
    await userEvent.click(await screen.findByRole("button", { name: messages.Site.ok }));
    await within(card).findByRole("button", { name: messages.Classes.joinChat });
    resolve(undefined);
    await waitFor(() => expect(card).toHaveFocus());
    const told = `${messages.Classes.chat}: ${messages.Classes.chatLeft}`;
    await waitFor(() => expect(shownToasts()).toEqual([told]));
  });

  it.each([
    ["of the class", { chat }],
    ["of a study group", { groups: [{ name: "11-Б", total: 3, chat }] }],
  ])(
    "%s is joined no more once the member has left it elsewhere or was removed",
    async (_, known) => {
      window.history.replaceState(null, "", "groups" in known ? "?group=11-Б" : "?");
      details = { ...details, ...known };
      show();
      await screen.findByRole("button", { name: messages.Classes.leaveChat });
      details = { ...details, chat: null, groups: [] };
      await receiveEvent("chat_changed", { chat_id: chat.id });
      await waitFor(() =>
        expect(screen.getAllByRole("button", { name: messages.Classes.makeChat })).toHaveLength(2),
      );
    },
  );

  it("shows how much the member has not read and what was said last, as soon as somebody writes or they read it elsewhere", async () => {
    const author = { id: 2, fullname: "Саидова Малика Рустамовна", image: null };
    const said = {
      author,
      attachments: [],
      deleted: false,
      created_at: "2020-03-04T07:41:00.000Z",
    };
    const joined = (unread: number, text: string) => ({
      ...details,
      chat: { ...chat, unread, last_message: { ...said, text } },
    });
    const button = (name: string) => screen.findByRole("button", { name });
    details = joined(8, "кто за рулём?");
    show();
    await button("Чат класса, 8 новых");
    const card = screen.getByRole("region", { name: messages.Classes.chat });
    expect(card).toHaveTextContent(/Малика, 04\.03\.2020кто за рулём\?/);
    const rosters = timesAsked(/\/members/);
    details = joined(9, "от метро");
    await receiveEvent("message", messageOf(10, { chat_id: chat.id }));
    await button("Чат класса, 9 новых");
    expect(card).toHaveTextContent("от метро");
    details = joined(0, "от метро");
    await receiveEvent("chat_read", { chat_id: chat.id, user_id: memberSample.id, seq: 10 });
    await button("Чат класса");
    expect(timesAsked(/\/members/)).toBe(rosters);
  });

  it.each([
    ["whoever is in it: opens it", { chat }, messages.Classes.chat],
    ["who is not: joins it", { chat: { ...chat, joined: false } }, messages.Classes.joinChat],
    ["a class that has none: makes it", { chat: null }, messages.Classes.makeChat],
  ])(
    "has a button beside the name of the class that says what it does, for %s",
    async (_, known, name) => {
      details = { ...details, ...known };
      show();
      const card = await screen.findByRole("region", { name: messages.Classes.chat });
      const besideName = screen
        .getAllByRole("button", { name })
        .filter((button) => !card.contains(button));
      expect(besideName).toHaveLength(1);
    },
  );

  it("is not fetched again where another chat has changed", async () => {
    details = { ...details, chat };
    show();
    await screen.findByRole("button", { name: messages.Classes.leaveChat });
    await receiveEvent("chat_changed", { chat_id: 8 });
    expect(timesAsked(/classes\/2014$/)).toBe(1);
  });
});

it("a class that cannot be loaded says so once, and is loaded with all its parts by one retry", async () => {
  isAway = true;
  show();
  await waitFor(() => expect(timesAsked(/classes$/)).toBeGreaterThan(0));
  expect(await screen.findByRole("alert")).toBeVisible();
  const retry = screen.getByRole("button", { name: messages.Layout.retry });
  isAway = false;
  await userEvent.click(retry);
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it.each(["а".repeat(33), "11\u200fА", "evil.uz"])(
  "the roster is whole for an address that asks for what no group can be called: %j",
  async (group) => {
    window.history.replaceState(null, "", `?group=${encodeURIComponent(group)}`);
    show();
    await waitFor(() => expect(timesAsked(/\/members/)).toBeGreaterThan(0));
    expect(timesAsked(/\/members\?.*group=./)).toBe(0);
  },
);

it("the roster is of the study group that the address asks for", async () => {
  window.history.replaceState(null, "", `?group=${encodeURIComponent(" 11-А ")}`);
  show();
  await waitFor(() => expect(timesAsked(/\/members\?.*group=11-/)).toBe(1));
});
