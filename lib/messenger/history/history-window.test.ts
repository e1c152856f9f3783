import { describe, expect, it } from "vitest";
import {
  hasNewer,
  hasOlder,
  type HistoryWindow,
  joined,
  quoteOf,
  trimmedWindow,
  windowMessagesMax,
  windowOf,
  withArrived,
  withChanged,
  withChangedMessages,
  withNewer,
  withOlder,
} from "#lib/messenger/history/history-window.ts";
import { messageOf, messagesFrom } from "#lib/testing/message-samples.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** A page of a chat that holds messages 1 to `last`. */
const page = (data: Message[], last: number) => ({
  data,
  meta: { first_seq: last && 1, last_seq: last, last_change: 0 },
});
const loaded = (first: number, to: number, last: number) =>
  windowOf(page(messagesFrom(first, to), last));

const seqsOf = (window: HistoryWindow) => window.messages.map(({ seq }) => seq);
const boundsOf = ({ from, to }: HistoryWindow) => [from, to];

describe("the loaded part of a history", () => {
  it("knows whether more exists beyond both its ends", () => {
    expect([hasOlder(loaded(1, 4, 4)), hasNewer(loaded(1, 4, 4))]).toEqual([false, false]);
    expect([hasOlder(loaded(3, 5, 9)), hasNewer(loaded(3, 5, 9))]).toEqual([true, true]);
    const empty = windowOf(page([], 0));
    expect([hasOlder(empty), hasNewer(empty)]).toEqual([false, false]);
  });

  it("grows at both ends, and has each message once", () => {
    const grown = withNewer(withOlder(loaded(4, 5, 9), page(messagesFrom(2, 3), 9)), {
      ...page(messagesFrom(5, 7), 9),
    });
    expect(seqsOf(grown)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(hasNewer(withNewer(grown, page(messagesFrom(8, 9), 9)))).toBe(false);
  });

  it("continues past messages that no longer exist", () => {
    expect(hasOlder(withOlder(loaded(4, 5, 5), page([], 5)))).toBe(false);
    expect(hasNewer(withNewer(loaded(1, 3, 5), page([], 5)))).toBe(false);
  });

  it("drops the messages farthest from the reader once it is long", () => {
    const long = loaded(1001, 1700, 3000);
    const up = withOlder(long, page(messagesFrom(901, 1000), 3000));
    expect(boundsOf(up)).toEqual([901, 900 + windowMessagesMax]);
    expect(hasNewer(up)).toBe(true);
    const down = withNewer(long, page(messagesFrom(1701, 1800), 3000));
    expect(boundsOf(down)).toEqual([1801 - windowMessagesMax, 1800]);
  });

  it("begins where the member has joined the group again, with no message from before", () => {
    const rejoined = (first: number, to: number) => ({
      data: messagesFrom(first, to),
      meta: { first_seq: 121, last_seq: 130, last_change: 0 },
    });
    const old = loaded(1, 100, 100);
    expect(boundsOf(withNewer(old, rejoined(121, 130)))).toEqual([121, 130]);
    expect(seqsOf(withNewer(old, rejoined(121, 130)))[0]).toBe(121);
    expect(seqsOf(withOlder(old, { ...rejoined(121, 130), data: [] }))).toEqual([]);
    expect(seqsOf(joined(loaded(1, 125, 125), windowOf(rejoined(126, 130))))[0]).toBe(121);
    expect(boundsOf(joined(old, windowOf(rejoined(121, 130))))).toEqual([121, 130]);
    const empty = withNewer(old, { data: [], meta: { ...rejoined(1, 1).meta, last_seq: 120 } });
    expect([boundsOf(empty), empty.live]).toEqual([[121, 120], true]);
  });

  it("is joined with newly loaded messages where they meet, else replaced by them", () => {
    expect(boundsOf(joined(loaded(1, 5, 5), loaded(6, 9, 9)))).toEqual([1, 9]);
    expect(boundsOf(joined(loaded(1, 5, 5), loaded(7, 9, 9)))).toEqual([7, 9]);
    expect(boundsOf(joined(loaded(7, 9, 9), loaded(3, 8, 9)))).toEqual([3, 9]);
    expect(joined(undefined, loaded(7, 9, 9))).toEqual(loaded(7, 9, 9));
  });

  it("keeps its newest messages, or the first unread ones, when the chat is left", () => {
    expect(boundsOf(trimmedWindow(loaded(1, 300, 300), 100, 300))).toEqual([201, 300]);
    expect(boundsOf(trimmedWindow(loaded(1, 300, 300), 100, 120))).toEqual([71, 170]);
  });
});

describe("a message that arrives", () => {
  it("is appended to the newest one, once", () => {
    const once = withArrived(loaded(1, 4, 4), messageOf(5), true);
    expect(seqsOf(once)).toEqual([1, 2, 3, 4, 5]);
    expect(seqsOf(withArrived(once, messageOf(5), true))).toEqual([1, 2, 3, 4, 5]);
  });

  it("begins the history of an empty chat", () => {
    const begun = withArrived(windowOf(page([], 0)), messageOf(1), true);
    expect([seqsOf(begun), begun.firstSeq]).toEqual([[1], 1]);
  });

  it("stays out beyond a gap, or beyond the loaded end, and the window knows that it exists", () => {
    expect(withArrived(loaded(1, 4, 4), messageOf(7), true)).toMatchObject({ to: 4, lastSeq: 7 });
    expect(withArrived(loaded(1, 4, 8), messageOf(9), true)).toMatchObject({ to: 4, lastSeq: 9 });
  });

  it("removes nothing for a member who reads further up", () => {
    const long = loaded(1, 700, 700);
    expect(boundsOf(withArrived(long, messageOf(701), true))).toEqual([102, 701]);
    const kept = withArrived(long, messageOf(701), false);
    expect([boundsOf(kept), hasNewer(kept)]).toEqual([[1, 700], true]);
  });
});

describe("a message that is changed", () => {
  it("shows its newest state, in whatever order its states arrive", () => {
    const second = withChanged(loaded(1, 4, 4), messageOf(2, { text: "second", change: 2 }));
    const late = withChanged(second, messageOf(2, { text: "first", change: 1 }));
    expect(late.messages[1]?.text).toBe("second");
  });

  it("stays deleted in quotes of it, too, when an older state arrives afterwards", () => {
    const reply = quoteOf(messageOf(1));
    const window = windowOf(page([messageOf(1), messageOf(2, { reply_to: 1, reply })], 2));
    const deleted_at = messageOf(9).created_at;
    const deleted = withChanged(window, messageOf(1, { text: "", change: 2, deleted_at }));
    const late = withChanged(deleted, messageOf(1, { text: "edited", change: 1 }));
    expect(late.messages.map((one) => one.reply ?? one.deleted_at)).toEqual([
      deleted_at,
      { ...reply, text: "", deleted: true },
    ]);
  });

  it("while a page with it is on its way is asked for again, because the page has its old state", () => {
    const changed = withChanged(loaded(4, 6, 9), messageOf(2, { text: "edited", change: 1 }));
    expect(changed).toMatchObject({ changedTo: 1, lastChange: 1 });
    const missing = { changedTo: 0, lastChange: 1 };
    expect(withOlder(changed, page(messagesFrom(1, 3), 9))).toMatchObject(missing);
    expect(withNewer(changed, page(messagesFrom(7, 9), 9))).toMatchObject(missing);
  });

  it("before a page of later changes was asked for is still asked for once that page has come", () => {
    const window = { ...loaded(1, 4, 4), changedTo: 1, lastChange: 3 };
    const data = [messageOf(4, { change: 3 })];
    const later = { data, meta: { last_change: 3 } };
    const [fits, lowered] = [1, 2].map((after) =>
      withChangedMessages(window, later, { after, pageSize: 100 }),
    );
    expect([fits?.changedTo, lowered?.changedTo]).toEqual([3, 1]);
    expect(lowered?.messages[3]?.change).toBe(3);
  });

  it.each([
    ["arrives", (window: HistoryWindow, changed: Message) => withChanged(window, changed)],
    [
      "is fetched",
      (window: HistoryWindow, changed: Message) =>
        withChangedMessages(
          window,
          { data: [changed], meta: { last_change: 1 } },
          { after: 0, pageSize: 100 },
        ),
    ],
  ])(
    "and %s before it was appended is asked for again, because its old state may follow",
    (_, change) => {
      const early = messageOf(5, { text: "edited", change: 1 });
      const behind = { changedTo: 0, lastChange: 1, lastSeq: 5 };
      expect(withArrived(change(loaded(1, 4, 4), early), messageOf(5), true)).toMatchObject(behind);
      // A page that is loaded later has the new state.
      expect(change({ ...loaded(1, 4, 5), lastSeq: 5 }, early)).toMatchObject({ changedTo: 1 });
    },
  );

  it("that is not loaded changes the quotes of it", () => {
    const reply = {
      seq: 1,
      author: messageOf(1).author,
      text: "message 1",
      attachment: null,
      deleted: false,
    };
    const window = windowOf(page([messageOf(5, { reply_to: 1, reply })], 5));
    const changed = withChanged(
      window,
      messageOf(1, { text: "", change: 1, deleted_at: messageOf(9).created_at }),
    );
    expect(changed.messages[0]?.reply).toMatchObject({ text: "", deleted: true });
  });
});
