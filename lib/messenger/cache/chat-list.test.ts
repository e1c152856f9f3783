import { describe, expect, it } from "vitest";
import {
  changeChat,
  type ChatPages,
  chatsOf,
  withChatsAhead,
  mergedChat,
  withMessage,
  withRead,
} from "#lib/messenger/cache/chat-list.ts";
import { chatOf, me, memberId, messageOf, peer as writer } from "#lib/testing/message-samples.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

const pagesOf = (...pages: Chat[][]): ChatPages => ({
  pages: pages.map((data) => ({ data, meta: { next: null } })),
  pageParams: pages.map(() => null),
});

it("the list of chats takes an author's newest name from their message, but no presence", () => {
  const peer = { ...writer, fullname: "Юсупова Мадина", online: true };
  const author = { ...writer, online: false, last_seen_at: null };
  const chat = withMessage(chatOf({ peer }), messageOf(9, { author: author }), memberId);
  expect(chat.peer).toEqual({ ...writer, online: true });
});

describe("the list of chats", () => {
  const older = chatOf({ id: 8, last_message: messageOf(2, { chat_id: 8 }), last_seq: 2 });
  const silent = chatOf({ id: 9, last_message: null, last_seq: 0 });
  const idsOf = (pages: ChatPages) => chatsOf(pages).map(({ id }) => id);

  it("shows a chat that moved between two pages once, in its newest state", () => {
    const moved = chatOf({ last_message: messageOf(5), last_seq: 5, unread: 1 });
    expect(chatsOf(pagesOf([moved, older], [chatOf()]))).toEqual([moved, older]);
  });

  it("brings a chat to the top when a message arrives, and leaves the others where they are", () => {
    const arrived = messageOf(9, { chat_id: 8 });
    const pages = changeChat(pagesOf([chatOf(), silent], [older]), 8, (chat) =>
      withMessage(chat, arrived, memberId),
    );
    expect(idsOf(pages)).toEqual([8, 7, 9]);
  });

  it("leaves a chat where it is when it was only read", () => {
    const unread = chatOf({ id: 8, unread: 2, last_read_seq: 2 });
    const pages = changeChat(
      pagesOf([chatOf(), unread]),
      8,
      (chat) => withRead(chat, { seq: 4 }) ?? chat,
    );
    expect(idsOf(pages)).toEqual([7, 8]);
    expect(chatsOf(pages)[1]).toMatchObject({ unread: 0 });
  });

  it("is not reverted by an answer that was under way when a message arrived", () => {
    const known = chatOf({ id: 8, last_message: messageOf(9, { chat_id: 8 }), last_seq: 9 });
    expect(withChatsAhead([chatOf(), older], [known, chatOf()])).toEqual([known, chatOf()]);
  });
});

describe("unread messages of a chat", () => {
  it("grow by messages of others, not by the member's own", () => {
    expect(withMessage(chatOf(), messageOf(5), memberId)).toMatchObject({ unread: 1, last_seq: 5 });
    expect(withMessage(chatOf(), messageOf(5, { author: me }), memberId)).toMatchObject({
      unread: 0,
      last_seq: 5,
    });
  });

  it("count a message once, however often it arrives", () => {
    const once = withMessage(chatOf(), messageOf(5), memberId);
    expect(withMessage(once, messageOf(5), memberId).unread).toBe(1);
    expect(withMessage(once, messageOf(4), memberId)).toBe(once);
  });

  it("drop to none after reading to the end, here or elsewhere", () => {
    const chat = chatOf({ unread: 2, last_read_seq: 2 });
    expect(withRead(chat, { seq: 4 })).toMatchObject({ unread: 0, last_read_seq: 4 });
  });

  it("must be fetched after reading a part elsewhere", () => {
    expect(withRead(chatOf({ unread: 2, last_read_seq: 2 }), { seq: 3 })).toBeNull();
  });

  it("are not restored by an answer that was under way", () => {
    const known = chatOf({ last_seq: 4, last_read_seq: 4, unread: 0 });
    const late = chatOf({ last_seq: 4, last_read_seq: 2, unread: 2, title: "renamed" });
    expect(mergedChat(known, late)).toEqual({ ...known, title: "renamed" });
    expect(mergedChat(late, known)).toBe(known);
  });
});

describe("pinned chats", () => {
  const pinned = chatOf({ id: 1, pinned: true, last_message: messageOf(1, { chat_id: 1 }) });
  const written = chatOf({ id: 2, last_message: messageOf(5, { chat_id: 2 }), last_seq: 5 });
  const older = chatOf({ id: 3, last_message: messageOf(3, { chat_id: 3 }), last_seq: 3 });
  const idsOf = (pages: ChatPages) => chatsOf(pages).map(({ id }) => id);

  it("stay above a chat in which a message arrives", () => {
    const arrived = messageOf(9, { chat_id: 3 });
    const pages = changeChat(pagesOf([pinned, written], [older]), 3, (chat) =>
      withMessage(chat, arrived, memberId),
    );
    expect(idsOf(pages)).toEqual([1, 3, 2]);
  });

  it("return among the others, by their last message, once they are unpinned", () => {
    const letGo = { ...pinned, pinned: false, last_message: messageOf(4, { chat_id: 1 }) };
    const pages = changeChat(pagesOf([pinned, written, older]), 1, () => letGo);
    expect(idsOf(pages)).toEqual([2, 1, 3]);
  });

  it("come above all others as they are pinned, each by its last message", () => {
    const pages = changeChat(pagesOf([pinned, written, older]), 3, (chat) => ({
      ...chat,
      pinned: true,
    }));
    expect(idsOf(pages)).toEqual([3, 1, 2]);
  });
});

it("the list of chats never returns to an older state of the last message", () => {
  const known = chatOf({
    last_message: messageOf(4, { text: "edited", change: 2 }),
    last_change: 2,
  });
  const late = chatOf({ last_message: messageOf(4, { change: 1 }), last_change: 1 });
  expect(mergedChat(known, late, known)).toEqual(known);
  expect(mergedChat(late, known, late)).toEqual(known);
  const next = chatOf({ last_message: messageOf(5), last_seq: 5, last_change: 2 });
  expect(mergedChat(known, next, known).last_message).toEqual(messageOf(5));
});

it("the list of chats does not show a deleted message again when it arrives late", () => {
  const deleted = messageOf(4, { text: "", change: 1, deleted_at: messageOf(9).created_at });
  const known = chatOf({ last_message: deleted, last_change: 1 });
  expect(withMessage(known, messageOf(4), memberId).last_message).toEqual(deleted);
});

it("the list of chats never moves back what others have read, nor returns to an older draft", () => {
  const known = chatOf({ peers_read_seq: 4, peers_delivered_seq: 4, draft: "a", draft_version: 2 });
  const late = chatOf({ peers_read_seq: 2, peers_delivered_seq: 3, draft: "", draft_version: 1 });
  expect(mergedChat(known, late)).toEqual(known);
});
