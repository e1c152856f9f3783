import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls, noNetwork, type SentRequest } from "#lib/testing/answer-calls.ts";
import { catchUp } from "#lib/messenger/cache/catch-up.ts";
import { chatsOf } from "#lib/messenger/cache/chat-list.ts";
import { setFollowed } from "#lib/messenger/receipts/followed-chats.ts";
import { hasNewer, windowOf } from "#lib/messenger/history/history-window.ts";
import { chatQuery, chatsQuery, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { isReadOnArrival, readWithinMs } from "#lib/messenger/receipts/read-on-arrival.ts";
import {
  receiveChange,
  receiveMessage,
  receiveRead,
} from "#lib/messenger/cache/receive-message.ts";
import { refreshChats } from "#lib/messenger/cache/refresh-chat.ts";
import {
  chatOf,
  me,
  memberId,
  messageOf,
  messagesFrom,
  peer,
} from "#lib/testing/message-samples.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

const { queryKey: historyKey } = messagesQuery("private", 7);
const { queryKey: chatKey } = chatQuery("private", 7);
const { queryKey: listKey } = chatsQuery();

const peerWroteAt = "2025-11-20T13:00:00.000Z";

let client: QueryClient;
let asked: SentRequest[];

/** A server whose chat 7 has `last` messages and answers at most `pageSize` at once. */
function serverHas(last: number, { changed = [] as Message[], pageSize = 2 } = {}) {
  const last_change = Math.max(0, ...changed.map(({ change }) => change));
  asked = answerCalls((call) => {
    const after = Number(new URLSearchParams(call.split("?")[1]).get("after"));
    if (call.includes("getChanges"))
      return {
        body: { data: changed.filter(({ change }) => change > after), meta: { last_change } },
      };
    const stateOf = (one: Message) => changed.find(({ seq }) => seq === one.seq) ?? one;
    const data = messagesFrom(after + 1, Math.min(after + pageSize, last)).map(stateOf);
    return { body: { data, meta: { first_seq: 1, last_seq: last, last_change } } };
  });
}

const seqs = () => {
  return client.getQueryData(historyKey)?.messages.map(({ seq }) => seq);
};

beforeEach(() => {
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(
    historyKey,
    windowOf({ data: messagesFrom(1, 4), meta: { first_seq: 1, last_seq: 4, last_change: 0 } }),
  );
  client.setQueryData(chatKey, chatOf());
  client.setQueryData(listKey, {
    pages: [{ data: [chatOf({ id: 8 }), chatOf()], meta: { next: null } }],
    pageParams: [null],
  });
});

describe("catching up", () => {
  it("fetches until nothing is missing, and adds every message once", async () => {
    serverHas(9);
    await catchUp(client, "private", 7);
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(asked).toHaveLength(3);
  });

  it("runs once at a time, and runs again when it is called meanwhile", async () => {
    serverHas(5);
    await Promise.all([1, 2, 3].map(() => catchUp(client, "private", 7)));
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toHaveLength(2);
  });

  it("requests nothing while the history is not loaded", async () => {
    serverHas(9);
    await catchUp(client, "private", 8);
    expect(asked).toEqual([]);
  });

  it("fetches 5,000 missed messages once and in order for a member at the end of the chat", async () => {
    setFollowed(7, true);
    serverHas(5004, { pageSize: 100 });
    await catchUp(client, "private", 7);
    setFollowed(7, false);
    expect(asked).toHaveLength(50);
    const taken = seqs() ?? [];
    expect(taken).toEqual(messagesFrom(5005 - taken.length, 5004).map(({ seq }) => seq));
  });

  it("does not fetch thousands of messages for a member who reads elsewhere, who can still load them", async () => {
    serverHas(5004, { pageSize: 100 });
    await catchUp(client, "private", 7);
    expect(asked).toHaveLength(1);
    const window = client.getQueryData(historyKey);
    expect(window && hasNewer(window)).toBe(true);
  });

  it("shows what was edited and deleted meanwhile, also in quotes and in the list", async () => {
    client.setQueryData(chatKey, chatOf({ last_message: messageOf(4) }));
    const quoted = { seq: 2, author: peer, text: "message 2", attachment: null, deleted: false };
    receiveMessage(client, messageOf(5, { reply_to: 2, reply: quoted }), memberId);
    const changed = [
      messageOf(2, { text: "edited", change: 1 }),
      messageOf(5, { text: "", change: 2, reply_to: 2, reply: quoted, deleted_at: peerWroteAt }),
    ];
    serverHas(5, { changed });
    await catchUp(client, "private", 7);
    const messages = client.getQueryData(historyKey)?.messages;
    expect(messages?.[1]?.text).toBe("edited");
    expect(messages?.[4]).toMatchObject({ text: "", deleted_at: peerWroteAt });
    expect(client.getQueryData(chatKey)?.last_message).toMatchObject({ change: 2 });
  });

  it("keeps what is loaded when the server is unreachable, and can run again", async () => {
    answerCalls(() => Promise.reject(noNetwork));
    await expect(catchUp(client, "private", 7)).rejects.toThrow();
    expect(seqs()).toEqual([1, 2, 3, 4]);
    serverHas(5);
    await catchUp(client, "private", 7);
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  });
});

it("a page that hangs is given up and asked for again, so that the conversation goes on", async () => {
  vi.useFakeTimers();
  let hangs = true;
  const requests = answerCalls((call) => {
    const { signal } = requests.at(-1) ?? {};
    if (hangs)
      return new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      });
    const data = call.includes("getChanges") ? [] : messagesFrom(5, 5);
    return { body: { data, meta: { first_seq: 1, last_seq: 5, last_change: 0 } } };
  });
  const failed = catchUp(client, "private", 7).catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await failed).toMatchObject({ name: "ApiFailure", status: false });
  hangs = false;
  await catchUp(client, "private", 7);
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  vi.useRealTimers();
});

describe("a message received by socket", () => {
  it("is in the history, in the chat and at the top of the list", () => {
    const arrived = messageOf(5);
    receiveMessage(client, arrived, memberId);
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(client.getQueryData(chatKey)).toMatchObject({ last_seq: 5, unread: 1 });
    const pages = client.getQueryData(listKey);
    expect(pages && chatsOf(pages)[0]).toMatchObject({ id: 7, last_message: arrived, unread: 1 });
  });

  it("beyond a gap stays out of the history, and the chat knows its newest seq", () => {
    receiveMessage(client, messageOf(7), memberId);
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(client.getQueryData(chatKey)).toMatchObject({ last_seq: 7 });
  });

  it("counts as read on arrival where the end is on the screen, unless messages before it are missing", () => {
    vi.useFakeTimers();
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    receiveMessage(client, messageOf(5), memberId);
    expect(isReadOnArrival(7)).toBe(false);
    setFollowed(7, true);
    receiveMessage(client, messageOf(7), memberId);
    expect(isReadOnArrival(7)).toBe(false);
    receiveMessage(client, messageOf(6), memberId);
    expect(isReadOnArrival(7)).toBe(true);
    vi.advanceTimersByTime(readWithinMs);
    // The member's own message needs no reading.
    receiveMessage(client, messageOf(8, { author: me }), memberId);
    expect(isReadOnArrival(7)).toBe(false);
    setFollowed(7, false);
    vi.useRealTimers();
  });

  it("of a chat that is not in the list makes the list refetch", () => {
    receiveMessage(client, messageOf(1, { chat_id: 9 }), memberId);
    expect(client.getQueryState(listKey)?.isInvalidated).toBe(true);
  });
});

describe("a change received by socket", () => {
  const textOf = (seq: number) =>
    client.getQueryData(historyKey)?.messages.find((message) => message.seq === seq)?.text;

  it("shows in the history, in quotes of the message and in the list", () => {
    const reply = { seq: 4, author: peer, text: "message 4", attachment: null, deleted: false };
    receiveMessage(client, messageOf(5, { reply_to: 4, reply }), memberId);
    receiveChange(client, messageOf(4, { text: "edited", change: 1 }));
    expect(textOf(4)).toBe("edited");
    expect(client.getQueryData(historyKey)?.messages[4]?.reply?.text).toBe("edited");
    receiveChange(client, messageOf(5, { text: "edited too", change: 2 }));
    expect(client.getQueryData(chatKey)?.last_message?.text).toBe("edited too");
  });

  it("never replaces a newer one, and a missed one is fetched", () => {
    receiveChange(client, messageOf(4, { text: "second", change: 2 }));
    receiveChange(client, messageOf(4, { text: "first", change: 1 }));
    expect(textOf(4)).toBe("second");
    const window = client.getQueryData(historyKey);
    expect(window && window.changedTo < window.lastChange).toBe(true);
  });

  it("is shown although its message arrives later, as it was written", async () => {
    const deleted = messageOf(5, { text: "", change: 1, deleted_at: peerWroteAt });
    serverHas(5, { changed: [deleted] });
    receiveChange(client, deleted);
    expect(client.getQueryState(listKey)?.isInvalidated).toBe(true); // the row does not know it yet
    const running = catchUp(client, "private", 7);
    receiveMessage(client, messageOf(5), memberId);
    await running;
    expect(client.getQueryData(historyKey)?.messages[4]).toEqual(deleted);
    expect(client.getQueryData(chatKey)?.last_message).toEqual(deleted);
  });
});

describe("reading on another device", () => {
  it("empties the count here", () => {
    receiveMessage(client, messageOf(5), memberId);
    receiveRead(client, { chat_id: 7, user_id: memberId, seq: 5 });
    expect(client.getQueryData(chatKey)).toMatchObject({ unread: 0, last_read_seq: 5 });
  });

  it("up to the middle makes the count refetch", () => {
    receiveMessage(client, messageOf(5), memberId);
    receiveMessage(client, messageOf(6), memberId);
    receiveRead(client, { chat_id: 7, user_id: memberId, seq: 5 });
    expect(client.getQueryState(chatKey)?.isInvalidated).toBe(true);
  });
});

describe("an event while the first answer is on its way", () => {
  const { queryKey: chatKey } = chatQuery("private", 9);
  let answer: (chat: Chat) => void;

  beforeEach(() => {
    asked = answerCalls(
      () =>
        new Promise((resolve) => {
          answer = (chat) => resolve({ body: { data: chat } });
        }),
    );
    const observer = new QueryObserver(client, chatQuery("private", 9));
    return observer.subscribe(() => undefined);
  });

  const events = {
    message: () => receiveMessage(client, messageOf(5, { chat_id: 9 }), memberId),
    change: () => receiveChange(client, messageOf(4, { chat_id: 9, change: 3 })),
    reconnection: () => refreshChats(client),
  };
  it.each(Object.entries(events))("of a %s makes the chat refetch", async (_, happen) => {
    happen();
    happen();
    answer(chatOf({ id: 9 }));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    answer(chatOf({ id: 9, last_seq: 5, last_change: 3 }));
    await vi.waitFor(() =>
      expect(client.getQueryData(chatKey)).toMatchObject({ last_seq: 5, last_change: 3 }),
    );
    expect(asked).toHaveLength(2);
  });
});
