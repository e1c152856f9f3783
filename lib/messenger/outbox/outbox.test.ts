import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "#lib/api/api-failure.ts";
import { offline, outboxByHand as setUp, refused } from "#lib/testing/outbox-by-hand.ts";
import { describeFailure } from "#lib/messenger/outbox/outbox-failures.ts";
import { memoryStore } from "#lib/messenger/outbox/outbox-store.ts";
import type { OutboxOptions } from "#lib/messenger/outbox/outbox.ts";
import type { SendFailure } from "#lib/messenger/outbox/outgoing.ts";
import { messageOf } from "#lib/testing/message-samples.ts";
import { mediaSample } from "#lib/testing/media-samples.ts";

describe("messages on their way", () => {
  it("are shown at once, as pending", () => {
    const { add, states } = setUp();
    add("a");
    expect(states()).toEqual(["a pending"]);
  });

  it("are sent one by one in the order they were written", async () => {
    const { add, accept, sent, states, onSent } = setUp();
    add("a");
    add("b");
    expect(sent()).toEqual(["a"]);
    await accept(0);
    expect(sent()).toEqual(["a", "b"]);
    expect(states()).toEqual(["b pending"]);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it("of different chats do not wait for each other", () => {
    const { add, sent } = setUp();
    add("a", 7);
    add("b", 8);
    expect(sent()).toEqual(["a", "b"]);
  });

  it("stay in the outbox until the history has them", async () => {
    const seen: number[] = [];
    const { outbox, add, accept } = setUp({
      onSent: () => {
        seen.push(outbox.items().length);
        return undefined;
      },
    });
    add("a");
    await accept(0);
    expect(seen).toEqual([1]);
    expect(outbox.items()).toEqual([]);
  });

  it("stay in the outbox while messages before them are missing, also when the socket brings them, and are sent once", async () => {
    const shown = Promise.withResolvers<undefined>();
    const store = memoryStore();
    const { outbox, add, accept, sent, states, settle } = setUp({
      onSent: () => shown.promise,
      store,
    });
    add("a");
    outbox.confirm(messageOf(125, { client_id: "a" }));
    await accept(0);
    expect(states()).toEqual(["a pending"]);
    expect(await store.read()).toEqual([]);
    await outbox.resume();
    expect([states(), sent()]).toEqual([["a pending"], ["a"]]);
    shown.resolve(undefined);
    await settle();
    expect(states()).toEqual([]);
  });
});

describe("a message that could not be sent", () => {
  it("holds back the messages behind it while the network is away, and a retry sends them in their order with their ids", async () => {
    const { outbox, add, accept, fail, sent, states } = setUp();
    add("a");
    add("b");
    await fail(0, offline);
    expect(states()).toEqual(["a failed", "b failed"]);
    outbox.retry(7);
    expect(states()).toEqual(["a pending", "b pending"]);
    await accept(1);
    expect(sent()).toEqual(["a", "a", "b"]);
  });

  it("does not hold back the messages behind it if it was refused", async () => {
    const { add, fail, sent, outbox } = setUp();
    add("a");
    add("b");
    await fail(0, refused);
    expect(sent()).toEqual(["a", "b"]);
    expect(outbox.items()[0]).toMatchObject({ state: "failed", failure: "Недостаточно прав" });
  });

  it("is sent before one that is written after it", async () => {
    const { add, fail, sent } = setUp();
    add("a");
    await fail(0, offline);
    add("b");
    expect(sent()).toEqual(["a", "a"]);
  });

  it("is retried when the network returns, unless it was refused", async () => {
    const { outbox, add, fail, sent } = setUp();
    add("a", 7);
    add("b", 8);
    await fail(0, offline);
    await fail(1, refused);
    await outbox.resume();
    expect(sent()).toEqual(["a", "b", "a"]);
  });

  it("is retried when the member returns, although the browser can read nothing of what it stored", async () => {
    const { outbox, add, fail, sent, states } = setUp({
      store: { ...memoryStore(), read: async () => null },
    });
    add("a");
    await fail(0, offline);
    await outbox.resume();
    expect(states()).toEqual(["a pending"]);
    expect(sent()).toEqual(["a", "a"]);
  });

  it("can be removed", async () => {
    const { outbox, add, fail, states } = setUp();
    add("a");
    await fail(0, offline);
    outbox.remove("a");
    expect(states()).toEqual([]);
  });
});

describe("a message whose files the server has deleted while it waited", () => {
  const gone = { failure: "Файла больше нет", transient: false, areFilesGone: true };
  /** An outbox whose uploads succeed at once; adds a message with one file that was uploaded earlier. */
  const withFile = () => {
    let uploads = 0;
    const upload: OutboxOptions["upload"] = async (call) => {
      for (const { id, media } of call.message()?.attachments ?? [])
        if (!media) call.change(id, { media: { ...mediaSample, id: 100 + ++uploads } });
    };
    const made = setUp({ upload });
    const { mime, kind, name, size: sizeBytes } = mediaSample;
    const unknown = { width: null, height: null, failure: null };
    const file = new Blob(["content"]);
    made.outbox.add({
      kind: "private",
      chatId: 7,
      clientId: "a",
      text: "",
      createdAt: "2025-11-20T12:00:00.000Z",
      attachments: [{ id: "f", file, name, mime, kind, sizeBytes, ...unknown, media: mediaSample }],
    });
    const mediaIds = () => made.outbox.items()[0]?.attachments.map(({ media }) => media?.id);
    return { ...made, mediaIds };
  };

  it("uploads them again by itself and is sent", async () => {
    const { fail, accept, sent, states, mediaIds, settle } = withFile();
    await settle();
    expect([sent(), mediaIds()]).toEqual([["a"], [1]]);
    await fail(0, gone);
    expect([sent(), mediaIds()]).toEqual([["a", "a"], [101]]);
    await accept(1);
    expect(states()).toEqual([]);
  });

  it("stays failed if the files are refused a second time", async () => {
    const { fail, sent, outbox, settle } = withFile();
    await settle();
    await fail(0, gone);
    await fail(1, gone);
    expect(sent()).toEqual(["a", "a"]);
    expect(outbox.items()).toMatchObject([{ state: "failed", failure: "Файла больше нет" }]);
  });
});

it("files that the server no longer has are distinguished from other refusals and from a failing network", () => {
  const refusal = (errors?: Record<string, string[]>) =>
    describeFailure(new ApiFailure("Нет", { status: 422, errors }));
  expect(refusal({ attachments: ["Файла больше нет"] })).toMatchObject({ areFilesGone: true });
  expect(refusal({ text: ["Пусто"] })).toMatchObject({ areFilesGone: false });
  expect(describeFailure(new TypeError("Failed to fetch")).areFilesGone).toBeFalsy();
});

describe("a message that the network did not carry", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const failing = (why: SendFailure) => {
    const sentAt: number[] = [];
    const send = () => {
      sentAt.push(Date.now());
      return Promise.reject(why); // eslint-disable-line @typescript-eslint/prefer-promise-reject-errors -- a failure as describeFailure returns it, which is no Error
    };
    return { sentAt, ...setUp({ send }) };
  };

  it("is retried by itself after growing delays of at most half a minute", async () => {
    const { add, sentAt, states } = failing(offline);
    add("a");
    await settle();
    expect(states()).toEqual(["a failed"]);
    await vi.advanceTimersByTimeAsync(10_000);
    const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(1000 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(1300 * 2 ** index + 1);
    }
    await vi.advanceTimersByTimeAsync(600_000);
    const last = (sentAt.at(-1) ?? 0) - (sentAt.at(-2) ?? 0);
    expect(last).toBeLessThanOrEqual(30_001);
    expect(states()).toEqual(["a failed"]);
  });

  it("waits about a second after a failure that follows the return of the network, however often it failed before", async () => {
    const { outbox, add, sentAt } = failing(offline);
    add("a");
    await settle();
    for (let times = 0; times < 6; times += 1) {
      await outbox.resume();
      await settle();
    }
    expect(sentAt).toHaveLength(7);
    await vi.advanceTimersByTimeAsync(1301);
    expect(sentAt).toHaveLength(8);
  });

  it("waits as long as the server asks, even if the network returns, unless the member presses retry", async () => {
    const { add, sentAt, outbox } = failing({ ...offline, retryAfterMs: 60_000 });
    add("a");
    await settle();
    await vi.advanceTimersByTimeAsync(30_000);
    await outbox.resume();
    expect(sentAt).toHaveLength(1);
    outbox.retry(7);
    await settle();
    expect(sentAt).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(sentAt).toHaveLength(3);
  });

  it("waits no longer than a moment once the clock of the device has been set back, and then as long as ever", async () => {
    const hourMs = 3_600_000;
    vi.setSystemTime(3 * hourMs);
    const { add, sentAt, outbox } = failing({ ...offline, retryAfterMs: 60_000 });
    add("a");
    await settle();
    vi.setSystemTime(0);
    await outbox.resume();
    await settle();
    expect(sentAt).toEqual([3 * hourMs, 0]);
    await vi.advanceTimersByTimeAsync(59_000);
    await outbox.resume();
    expect(sentAt).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sentAt).toHaveLength(3);
  });

  it("is not retried once it is refused", async () => {
    const { add, sentAt } = failing(refused);
    add("a");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sentAt).toHaveLength(1);
  });
});
