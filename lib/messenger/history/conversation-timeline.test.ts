import { describe, expect, it } from "vitest";
import { me, memberId, messageOf, outgoingOf, peer } from "#lib/testing/message-samples.ts";
import { buildTimeline, type TimelineItem } from "#lib/messenger/history/conversation-timeline.ts";

const nothing = { messages: [], outgoing: [], memberId, firstUnreadSeq: null };

const outgoing = outgoingOf({
  clientId: "5b1f7f5e-3b0e-4a52-9d5c-0f6f1f0f4c11",
  createdAt: "2025-11-20T12:30:00.000Z",
});

const shapeOf = (items: TimelineItem[]) =>
  items.map((item) =>
    item.kind === "bubble"
      ? `${item.startsGroup ? (item.author?.fullname ?? "me") : ""}: ${(item.message ?? item.outgoing)?.text}`
      : item.kind,
  );

describe("a conversation", () => {
  it("groups consecutive messages of one author, day by day", () => {
    const messages = [
      messageOf(1),
      messageOf(2),
      messageOf(3, { author: me }),
      messageOf(4, { author: me, created_at: "2025-11-22T12:00:00.000Z" }),
    ];
    expect(shapeOf(buildTimeline({ ...nothing, messages }))).toEqual([
      "day",
      `${peer.fullname}: message 1`,
      ": message 2",
      "me: message 3",
      "day",
      "me: message 4",
    ]);
  });

  it("splits a group where the unread messages begin", () => {
    const messages = [messageOf(1), messageOf(2)];
    expect(shapeOf(buildTimeline({ ...nothing, messages, firstUnreadSeq: 2 }))).toEqual([
      "day",
      `${peer.fullname}: message 1`,
      "unread",
      `${peer.fullname}: message 2`,
    ]);
  });

  it("ends with messages on their way, and shows each once when it has been stored meanwhile", () => {
    expect(shapeOf(buildTimeline({ ...nothing, outgoing: [outgoing] }))).toEqual([
      "day",
      "me: on its way",
    ]);
    const messages = [messageOf(1, { author: me, client_id: outgoing.clientId, text: "stored" })];
    expect(shapeOf(buildTimeline({ ...nothing, messages, outgoing: [outgoing] }))).toEqual([
      "day",
      "me: stored",
    ]);
  });

  it("has each day once, though the clock of this device is slow at midnight", () => {
    const before = messageOf(1, { created_at: "2025-11-20T12:00:00.000Z" });
    const after = messageOf(2, { created_at: "2025-11-22T12:00:00.000Z" });
    const slow = outgoingOf({ clientId: "a", createdAt: "2025-11-20T12:01:00.000Z" });
    const right = outgoingOf({ clientId: "b", createdAt: "2025-11-22T12:01:00.000Z" });
    const items = buildTimeline({ ...nothing, messages: [before, after], outgoing: [slow, right] });
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
    expect(items.filter(({ kind }) => kind === "day")).toHaveLength(2);
    const times = items.flatMap((item) => (item.kind === "bubble" ? [item.at] : []));
    expect(times.slice(-2)).toEqual([after.created_at, right.createdAt]);
  });

  it("keeps the same bubble when a message on its way is stored", () => {
    const keyOf = (items: TimelineItem[]) => items.at(-1)?.key;
    const messages = [messageOf(1, { author: me, client_id: outgoing.clientId })];
    const before = buildTimeline({ ...nothing, outgoing: [outgoing] });
    expect(keyOf(buildTimeline({ ...nothing, messages }))).toBe(keyOf(before));
  });
});
