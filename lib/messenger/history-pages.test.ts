import { describe, expect, it } from "vitest";
import {
  appendAfter,
  type HistoryPages,
  lastSeqOf,
  mergeMessages,
  messagesOf,
  olderPageParam,
  trimHistory,
} from "#lib/messenger/history-pages.ts";
import { messageOf, messagesFrom } from "#lib/messenger/samples.ts";

/** Seqs 1–4 loaded as two pages, the newest first. */
const loaded: HistoryPages = {
  pages: [
    { data: messagesFrom(3, 4), meta: { first_seq: 1, last_seq: 4 } },
    { data: messagesFrom(1, 2), meta: { first_seq: 1, last_seq: 4 } },
  ],
  pageParams: [null, 3],
};
const empty: HistoryPages = {
  pages: [{ data: [], meta: { first_seq: 0, last_seq: 0 } }],
  pageParams: [null],
};

const seqsOf = (pages: HistoryPages) => messagesOf(pages).map(({ seq }) => seq);

describe("the loaded history of a chat", () => {
  it("reads from the oldest message to the newest, over its pages", () => {
    expect(seqsOf(loaded)).toEqual([1, 2, 3, 4]);
    expect(lastSeqOf(loaded)).toBe(4);
    expect(lastSeqOf(empty)).toBe(0);
  });

  it("has older messages only before the first one of the chat", () => {
    expect(olderPageParam({ data: messagesFrom(3, 4), meta: { first_seq: 1, last_seq: 4 } })).toBe(
      3,
    );
    expect(olderPageParam({ data: messagesFrom(1, 2), meta: { first_seq: 1, last_seq: 4 } })).toBe(
      undefined,
    );
    expect(olderPageParam({ data: [], meta: { first_seq: 0, last_seq: 0 } })).toBe(undefined);
  });
});

describe("a message that arrives", () => {
  it("follows the newest one", () => {
    const { pages, gap } = mergeMessages(loaded, [messageOf(5)]);
    expect(seqsOf(pages)).toEqual([1, 2, 3, 4, 5]);
    expect(gap).toBe(false);
  });

  it("is there once, however often it arrives", () => {
    const { pages, gap } = mergeMessages(loaded, [messageOf(5), messageOf(5), messageOf(2)]);
    expect(seqsOf(pages)).toEqual([1, 2, 3, 4, 5]);
    expect(gap).toBe(false);
  });

  it("replaces what was known of it, on whatever page", () => {
    const { pages } = mergeMessages(loaded, [messageOf(2, { text: "changed" })]);
    expect(messagesOf(pages)[1]?.text).toBe("changed");
  });

  it("stays out while messages before it are missing, and says so", () => {
    const { pages, gap } = mergeMessages(loaded, [messageOf(7)]);
    expect(seqsOf(pages)).toEqual([1, 2, 3, 4]);
    expect(gap).toBe(true);
  });

  it("finds its place when several come out of order", () => {
    const { pages, gap } = mergeMessages(loaded, [messageOf(7), messageOf(5), messageOf(6)]);
    expect(seqsOf(pages)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(gap).toBe(false);
  });

  it("begins the history of an empty chat", () => {
    const { pages } = mergeMessages(empty, [messageOf(1)]);
    expect(seqsOf(pages)).toEqual([1]);
    expect(pages.pages[0]?.meta).toEqual({ first_seq: 1, last_seq: 1 });
  });
});

describe("catching up", () => {
  it("takes what the server says follows, each message once", () => {
    expect(seqsOf(appendAfter(loaded, messagesFrom(4, 6)))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is not held up by a message that is no longer there", () => {
    expect(seqsOf(appendAfter(loaded, [messageOf(6)]))).toEqual([1, 2, 3, 4, 6]);
  });
});

describe("a chat that was left", () => {
  it("keeps its newest messages, and grows upwards from there", () => {
    const trimmed = trimHistory(loaded, 3);
    expect(seqsOf(trimmed)).toEqual([2, 3, 4]);
    expect(trimmed.pages.map(olderPageParam)).toEqual([2]);
    expect(trimHistory(loaded, 4)).toBe(loaded);
  });
});
