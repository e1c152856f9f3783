import { describe, expect, it } from "vitest";
import { findFirstUnread } from "#lib/messenger/history/first-unread.ts";
import { me, memberId, messageOf } from "#lib/testing/message-samples.ts";

describe("the first unread message", () => {
  const messages = [messageOf(3), messageOf(4, { author: me }), messageOf(5)];

  it("is the first one after the read mark that another member wrote", () => {
    expect(findFirstUnread(messages, { readSeq: 3, lastSeq: 5, memberId })).toBe(5);
    expect(findFirstUnread(messages, { readSeq: 2, lastSeq: 5, memberId })).toBe(3);
  });

  it("is none when everything is read, whatever arrives during the visit", () => {
    expect(findFirstUnread(messages, { readSeq: 5, lastSeq: 5, memberId })).toBeNull();
    expect(findFirstUnread(messages, { readSeq: 4, lastSeq: 4, memberId })).toBeNull();
  });
});
