import { describe, expect, it } from "vitest";
import { afterAnswer } from "#lib/messenger/receipts/read-messages.ts";
import { chatOf } from "#lib/testing/message-samples.ts";

describe("the answer to a read receipt", () => {
  const state = { last_read_seq: 61, unread: 0 };

  it("sets the unread number of the server", () => {
    const chat = chatOf({ last_seq: 61, last_read_seq: 58, unread: 3 });
    expect(afterAnswer(chat, state, 61)).toMatchObject(state);
  });

  it("keeps counting messages that arrived meanwhile, which the answer may not include", () => {
    const chat = chatOf({ last_seq: 62, last_read_seq: 61, unread: 1 });
    expect(afterAnswer(chat, state, 61)).toMatchObject({ last_read_seq: 61, unread: 1 });
  });

  it("moves the mark forward where more was read than could be counted here", () => {
    const chat = chatOf({ last_seq: 62, last_read_seq: 20, unread: 40 });
    const counted = { last_read_seq: 61, unread: 1 };
    expect(afterAnswer(chat, counted, 62)).toMatchObject(counted);
  });

  it("leaves the number unknown where a message arrived that neither side may have counted", () => {
    const chat = chatOf({ last_seq: 62, last_read_seq: 20, unread: 40 });
    expect(afterAnswer(chat, state, 61)).toBeNull();
  });

  it("never moves the mark back", () => {
    const chat = chatOf({ last_seq: 64, last_read_seq: 64, unread: 0 });
    expect(afterAnswer(chat, state, 61)).toBe(chat);
  });
});
