import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createUnreadCounts } from "#server/messenger/receipts/unread-counts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Members 1 to 9 are connected here. */
function unreadCounts() {
  const unread = new Map<number, number>();
  const published: [userId: number, unread: number][] = [];
  const counted: number[][] = [];
  const warned: unknown[] = [];
  let fault: Error | null = null;
  const counters = createUnreadCounts({
    count: (userIds) => {
      counted.push(userIds);
      if (fault) return Promise.reject(fault);
      return Promise.resolve(new Map(userIds.map((id) => [id, unread.get(id) ?? 0])));
    },
    isHere: (userId) => userId < 10,
    publish: (userId, count) => published.push([userId, count]),
    share: () => undefined,
    log: { warn: (details: unknown) => warned.push(details) },
  });
  const change = (userId: number, count: number) => {
    unread.set(userId, count);
    counters.changed([userId]);
  };
  const goAway = (error: Error | null) => (fault = error);
  return { counters, change, published, counted, warned, goAway };
}
const settle = () => vi.advanceTimersByTimeAsync(1);
const second = () => vi.advanceTimersByTimeAsync(1_000);
/** With what the network and the query take, a tab knows it within the second of D-MESSENGER 10. */
const halfSecond = () => vi.advanceTimersByTimeAsync(530);

describe("the number of unread messages", () => {
  it("is published at once, and after many further changes once more, half a second later", async () => {
    const { change, published } = unreadCounts();
    change(1, 1);
    await settle();
    expect(published).toEqual([[1, 1]]);
    for (let count = 2; count <= 50; count += 1) change(1, count);
    await halfSecond();
    expect(published).toEqual([
      [1, 1],
      [1, 50],
    ]);
  });

  it("is read for many members at once, and never for those without a device on this node", async () => {
    const { change, counted } = unreadCounts();
    change(1, 1);
    for (const userId of [2, 3, 10, 11]) change(userId, 1);
    await second();
    expect(counted).toEqual([[1], [2, 3]]);
  });

  it("is published once the database is back", async () => {
    const { change, published, warned, goAway } = unreadCounts();
    goAway(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    change(1, 1);
    await settle();
    expect([published, warned.length]).toEqual([[], 1]);
    goAway(null);
    change(1, 2);
    await second();
    await second();
    expect(published.at(-1)).toEqual([1, 2]);
  });

  it("that reaches a device as it connects is the newest, even if it changes during the greeting", async () => {
    const { counters, change, published } = unreadCounts();
    change(1, 3);
    await second();
    const received: number[] = [];
    await counters.greet(1, (count) => received.push(count));
    expect(received).toEqual([3]);
    const greeting = counters.greet(1, (count) => received.push(count));
    change(1, 4);
    await second();
    await greeting;
    expect([...received, published.at(-1)?.[1]].at(-1)).toBe(4);
  });
});
