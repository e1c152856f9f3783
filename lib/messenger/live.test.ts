import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { catchUp } from "#lib/messenger/catch-up.ts";
import { chatsOf } from "#lib/messenger/chat-list.ts";
import { messagesOf } from "#lib/messenger/history-pages.ts";
import { chatQuery, chatsQuery, messagesQuery } from "#lib/messenger/queries.ts";
import { receiveMessage, receiveRead } from "#lib/messenger/receive-message.ts";
import { chatOf, memberId, messageOf, messagesFrom } from "#lib/messenger/samples.ts";

const { queryKey: historyKey } = messagesQuery("private", 7);
const { queryKey: chatKey } = chatQuery("private", 7);
const { queryKey: listKey } = chatsQuery();

let client: QueryClient;
/** Paths asked for. */
let asked: string[];

/** A server whose chat 7 has `last` messages and answers at most two at once. */
function serverHas(last: number) {
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    const after = Number(new URLSearchParams(path.split("?")[1]).get("after"));
    const data = messagesFrom(after + 1, Math.min(after + 2, last));
    return Promise.resolve(Response.json({ data, meta: { first_seq: 1, last_seq: last } }));
  });
}

const seqs = () => {
  const pages = client.getQueryData(historyKey);
  return pages && messagesOf(pages).map(({ seq }) => seq);
};

beforeEach(() => {
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(historyKey, {
    pages: [{ data: messagesFrom(1, 4), meta: { first_seq: 1, last_seq: 4 } }],
    pageParams: [null],
  });
  client.setQueryData(chatKey, chatOf());
  client.setQueryData(listKey, {
    pages: [{ data: [chatOf({ id: 8 }), chatOf()], meta: { next: null } }],
    pageParams: [null],
  });
});

describe("catching up", () => {
  it("asks until it is level, and takes every message once", async () => {
    serverHas(9);
    await catchUp(client, "private", 7);
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(asked).toHaveLength(3);
  });

  it("runs once at a time, and looks again for whoever asked meanwhile", async () => {
    serverHas(5);
    await Promise.all([1, 2, 3].map(() => catchUp(client, "private", 7)));
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toHaveLength(2);
  });

  it("asks for nothing while the history is not loaded", async () => {
    serverHas(9);
    await catchUp(client, "private", 8);
    expect(asked).toEqual([]);
  });

  it("keeps what is loaded when the server is away, and can be asked again", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network away")));
    await catchUp(client, "private", 7);
    expect(seqs()).toEqual([1, 2, 3, 4]);
    serverHas(5);
    await catchUp(client, "private", 7);
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("a message by socket", () => {
  it("is in the history, in the chat and at the top of the list", () => {
    const arrived = messageOf(5);
    receiveMessage(client, arrived, memberId);
    expect(seqs()).toEqual([1, 2, 3, 4, 5]);
    expect(client.getQueryData(chatKey)).toMatchObject({ last_seq: 5, unread: 1 });
    const pages = client.getQueryData(listKey);
    expect(pages && chatsOf(pages)[0]).toMatchObject({ id: 7, last_message: arrived, unread: 1 });
  });

  it("beyond a gap stays out of the history and tells the chat how far there is to go", () => {
    receiveMessage(client, messageOf(7), memberId);
    expect(seqs()).toEqual([1, 2, 3, 4]);
    expect(client.getQueryData(chatKey)).toMatchObject({ last_seq: 7 });
  });

  it("of a chat that is not in the list has the list asked for anew", () => {
    receiveMessage(client, messageOf(1, { chat_id: 9 }), memberId);
    expect(client.getQueryState(listKey)?.isInvalidated).toBe(true);
  });
});

describe("reading on another device", () => {
  it("empties the count here", () => {
    receiveMessage(client, messageOf(5), memberId);
    receiveRead(client, { chat_id: 7, user_id: memberId, seq: 5 });
    expect(client.getQueryData(chatKey)).toMatchObject({ unread: 0, last_read_seq: 5 });
  });

  it("up to the middle has the count asked for anew", () => {
    receiveMessage(client, messageOf(5), memberId);
    receiveMessage(client, messageOf(6), memberId);
    receiveRead(client, { chat_id: 7, user_id: memberId, seq: 5 });
    expect(client.getQueryState(chatKey)?.isInvalidated).toBe(true);
  });
});
