import { expect, it } from "vitest";
import { contentOf } from "#lib/messenger/text/bubble-content.ts";
import { receiptOf } from "#lib/messenger/receipts/receipt-of.ts";
import { chatOf, me, messageOf, outgoingOf, peer } from "#lib/testing/message-samples.ts";

const chat = chatOf({ peers_read_seq: 2, peers_delivered_seq: 3 });
const own = (seq: number, changes = {}) =>
  receiptOf(
    { author: null, state: "sent", message: messageOf(seq, { author: me, ...changes }) },
    chat,
  );

it("the receipt shows how far a message has come", () => {
  expect([1, 2, 3, 4].map((seq) => own(seq))).toEqual(["read", "read", "delivered", "sent"]);
  expect(receiptOf({ author: null, state: "pending", message: null }, chat)).toBe("pending");
  expect(receiptOf({ author: null, state: "failed", message: null }, chat)).toBe("failed");
});

it("messages of others and deleted ones have no receipt", () => {
  expect(receiptOf({ author: peer, state: "sent", message: messageOf(1) }, chat)).toBeNull();
  expect(own(1, { deleted_at: "2025-11-20T12:00:00.000Z" })).toBeNull();
});

it("a bubble shows nothing of a deleted message", () => {
  const deleted = messageOf(1, { text: "secret", deleted_at: "2025-11-20T12:00:00.000Z" });
  expect(contentOf({ message: deleted, outgoing: null })).toMatchObject({
    text: "",
    deleted: true,
  });
});

it("a bubble shows a forwarded message while it is on its way", () => {
  const forward = { chat_id: 8, seq: 3, author: peer, text: "сессия 12 января", attachments: [] };
  expect(contentOf({ message: null, outgoing: outgoingOf({ text: "", forward }) })).toMatchObject({
    text: "сессия 12 января",
    forwardedFrom: peer,
  });
});
