import type { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Conversation } from "#components/messenger/conversation/conversation.tsx";
import {
  boxPx,
  endingInView,
  layOutHistory,
  rowPx,
  scroll,
} from "#components/testing/history-layout.ts";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import { historyCache } from "#lib/messenger/cache/history-cache.ts";
import { receiveMessage } from "#lib/messenger/cache/receive-message.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import {
  chatOf,
  me,
  memberId,
  messageOf,
  messagesFrom,
  peer,
} from "#lib/testing/message-samples.ts";
import texts from "#messages/ru.json" with { type: "json" };

const t = texts.Messenger;

/** The seqs of the read receipts, in the order in which they were sent. */
let receipts: number[];

beforeEach(async () => {
  await historyCache.forget();
  localStorage.clear();
  receipts = [];
  Object.assign(document, { elementFromPoint: () => null });
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  layOutHistory();
});

afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

/** The history around a message, as the server pages it. */
function pageOf(all: readonly Message[], path: string): readonly Message[] {
  const query = new URL(path, "http://kampus").searchParams;
  const [around, after, before] = ["around", "after", "before"].map((key) => query.get(key));
  if (around) return all.filter(({ seq }) => Math.abs(seq - Number(around)) <= 25);
  if (after) return all.filter(({ seq }) => seq > Number(after));
  return before ? all.filter(({ seq }) => seq < Number(before)) : all.slice(-50);
}

interface Opened {
  lastSeq: number;
  readSeq: number;
  /** The member wrote the messages from `readSeq` + 1 to this one; none unless given. */
  ownTo?: number;
  /** Requests wait for it. */
  released?: Promise<unknown>;
}

/** Opens a chat that is read up to `readSeq` by a link to the message `seq`. */
async function openAt(seq: number, { lastSeq, readSeq, ownTo = readSeq, released }: Opened) {
  const isOwn = (one: Message) => one.seq > readSeq && one.seq <= ownTo;
  const all = messagesFrom(1, lastSeq).map((one) => (isOwn(one) ? { ...one, author: me } : one));
  let read = readSeq;
  const unread = () => all.filter((one) => one.seq > read && !isOwn(one)).length;
  window.history.replaceState(null, "", `?seq=${seq}`);
  const conversation = <Conversation kind="private" chatId={7} />;
  const { client } = showInMessenger(conversation, async (path, body) => {
    await released;
    if (path.includes("/readMessages/")) {
      read = (body as { seq: number }).seq; // the body of readMessages
      receipts.push(read);
      return { body: { message: "", data: { last_read_seq: read, unread: unread() } } };
    }
    if (!path.includes("/getMessages/"))
      return {
        body: { data: chatOf({ unread: unread(), last_seq: lastSeq, last_read_seq: read }) },
      };
    const meta = { first_seq: 1, last_seq: lastSeq, last_change: 0 };
    return { body: { data: pageOf(all, path), meta } };
  });
  await screen.findByText(`message ${seq}`);
  return { client, box: screen.getByRole("region", { name: t.history }) };
}

/** Follows a link to another message of the chat that is open. */
const goByAddress = (seq: number) =>
  act(() => {
    window.history.replaceState(null, "", `?seq=${seq}`);
    window.dispatchEvent(new PopStateEvent("popstate"));
  });

const toUnread = () => screen.queryByRole("button", { name: /^К первому непрочитанному/ });

/** Lets the time pass after which messages on the screen are read, and the receipts arrive that are sent then. */
async function stayAwhile({ box, client }: { box: HTMLElement; client: QueryClient }) {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 5_000);
  scroll(box, 0);
  await waitFor(() => expect(client.isMutating()).toBe(0));
}

describe("a member who comes by a link to the newest of 40 unread messages", () => {
  const unread = { lastSeq: 60, readSeq: 20 };

  it("has read none of them, and finds a way to the first", async () => {
    const { box, client } = await openAt(60, unread);
    expect(endingInView(box)).toContain(60);
    await stayAwhile({ box, client });
    expect(receipts).toEqual([]);
    expect(toUnread()).toHaveTextContent("40");
    fireEvent.click(toUnread() ?? box);
    await waitFor(() => expect(endingInView(box)).toContain(21));
    await waitFor(() => expect(receipts).toEqual([Math.max(...endingInView(box))]));
    expect(receipts[0]).toBeLessThan(40);
    expect(toUnread()).toBeNull();
  });

  it("has read none of them after scrolling a few pixels there, nor a message that arrives then", async () => {
    const { box, client } = await openAt(60, unread);
    await screen.findByRole("button", { name: /^К первому непрочитанному/ });
    scroll(box, -30);
    scroll(box, 30);
    act(() => receiveMessage(client, messageOf(61), memberId));
    await screen.findByText("message 61");
    await stayAwhile({ box, client });
    expect(receipts).toEqual([]);
    expect(toUnread()).toHaveTextContent("41");
  });

  it("has read them once they have scrolled to the end", async () => {
    const { box } = await openAt(60, unread);
    scroll(box, -2 * boxPx);
    scroll(box, -rowPx);
    scroll(box, 3 * boxPx);
    await waitFor(() => expect(receipts).toEqual([60]));
    expect(toUnread()).toBeNull();
  });
});

it("a member who goes from the first unread messages to the newest by a link sees it, and follows what comes", async () => {
  const { box, client } = await openAt(60, { lastSeq: 60, readSeq: 20 });
  fireEvent.click(toUnread() ?? box);
  await waitFor(() => expect(receipts).toHaveLength(1));
  goByAddress(59);
  await waitFor(() => expect(endingInView(box)).toContain(60));
  act(() => receiveMessage(client, messageOf(61), memberId));
  await waitFor(() => expect(endingInView(box)).toContain(61));
});

it("a member who goes to the end from a link into unread messages follows what comes before these are read", async () => {
  const { box, client } = await openAt(35, { lastSeq: 60, readSeq: 0 });
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${t.toEnd}`) }));
  await waitFor(() => expect(endingInView(box)).toContain(60));
  act(() => receiveMessage(client, messageOf(61), memberId));
  await waitFor(() => expect(endingInView(box)).toContain(61));
});

it("a member who comes by a link to the middle of unread messages has read them after going to the end", async () => {
  await openAt(35, { lastSeq: 60, readSeq: 20 });
  fireEvent.click(await screen.findByRole("button", { name: new RegExp(`^${t.toEnd}`) }));
  await waitFor(() => expect(receipts).toEqual([60]));
});

it("a member who comes by a link to a chat whose unread messages all fit the screen has read them", async () => {
  await openAt(6, { lastSeq: 6, readSeq: 2 });
  await waitFor(() => expect(receipts).toEqual([6]));
  expect(toUnread()).toBeNull();
});

describe("a member who has written many messages since they last read", () => {
  it("has read the only new one after them, to which a link leads", async () => {
    await openAt(41, { lastSeq: 41, readSeq: 20, ownTo: 40 });
    await waitFor(() => expect(receipts).toEqual([41]));
    expect(toUnread()).toBeNull();
  });

  it("is led from a link to the newest message to the first that somebody else wrote", async () => {
    const { box } = await openAt(60, { lastSeq: 60, readSeq: 34, ownTo: 40 });
    const button = await screen.findByRole("button", { name: /^К первому непрочитанному/ });
    expect(button).toHaveTextContent("20");
    fireEvent.click(button);
    expect(await screen.findByText(`${peer.fullname}: message 41`)).toBeInTheDocument();
    expect(endingInView(box)).toContain(41);
  });
});

it("a member who comes by a link when nothing is unread reads what arrives at the end", async () => {
  const { client } = await openAt(60, { lastSeq: 60, readSeq: 60 });
  act(() => {
    for (const seq of [61, 62, 63]) receiveMessage(client, messageOf(seq), memberId);
  });
  await waitFor(() => expect(receipts).toEqual([63]));
});

it("a member who comes by a link has not read what they skipped, whatever a cached read mark says", async () => {
  const window = {
    ...{ messages: messagesFrom(1, 60), from: 1, to: 60, live: true },
    ...{ firstSeq: 1, lastSeq: 60, lastChange: 0, changedTo: 0 },
  };
  const chat = chatOf({ unread: 10, last_seq: 60, last_read_seq: 50 });
  await historyCache.putChat(memberId, { kind: "private", chat, window });
  const asked = Promise.withResolvers<undefined>();
  const opening = openAt(45, { lastSeq: 60, readSeq: 39, released: asked.promise });
  await screen.findByText("message 45");
  asked.resolve(undefined);
  const { box, client } = await opening;
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await stayAwhile({ box, client });
  expect(Math.min(...endingInView(box))).toBeGreaterThan(40);
  expect(receipts).toEqual([]);
});
