import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createUnreadTelling } from "#server/messenger/unread-telling.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Members 1 to 9 are connected here. */
function telling() {
  const unread = new Map<number, number>();
  const told: [userId: number, unread: number][] = [];
  const counted: number[][] = [];
  const warned: unknown[] = [];
  let fault: Error | null = null;
  const counters = createUnreadTelling({
    count: (userIds) => {
      counted.push(userIds);
      if (fault) return Promise.reject(fault);
      return Promise.resolve(new Map(userIds.map((id) => [id, unread.get(id) ?? 0])));
    },
    isHere: (userId) => userId < 10,
    tell: (userId, count) => told.push([userId, count]),
    share: () => undefined,
    log: { warn: (details: unknown) => warned.push(details) },
  });
  const change = (userId: number, count: number) => {
    unread.set(userId, count);
    counters.changed([userId]);
  };
  const goAway = (error: Error | null) => (fault = error);
  return { counters, change, told, counted, warned, goAway };
}
const settle = () => vi.advanceTimersByTimeAsync(1);
const second = () => vi.advanceTimersByTimeAsync(1_000);
/** With what the network and the query take, a tab knows it within the second of product.md §4. */
const halfSecond = () => vi.advanceTimersByTimeAsync(530);

describe("the number of unread messages", () => {
  it("is told at once, and the newest of many changes half a second later", async () => {
    const { change, told } = telling();
    change(1, 1);
    await settle();
    expect(told).toEqual([[1, 1]]);
    for (let count = 2; count <= 50; count += 1) change(1, count);
    await halfSecond();
    expect(told).toEqual([
      [1, 1],
      [1, 50],
    ]);
  });

  it("is asked for many members at once, and never for those who are not here", async () => {
    const { change, counted } = telling();
    change(1, 1);
    for (const userId of [2, 3, 10, 11]) change(userId, 1);
    await second();
    expect(counted).toEqual([[1], [2, 3]]);
  });

  it("is told once the database is back", async () => {
    const { change, told, warned, goAway } = telling();
    goAway(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    change(1, 1);
    await settle();
    expect([told, warned.length]).toEqual([[], 1]);
    goAway(null);
    change(1, 2);
    await second();
    await second();
    expect(told.at(-1)).toEqual([1, 2]);
  });

  it("greets a device, but not where that has heard of a newer one meanwhile", async () => {
    const { counters, change, told } = telling();
    change(1, 3);
    await second();
    const heard: number[] = [];
    await counters.greet(1, (count) => heard.push(count));
    expect(heard).toEqual([3]);
    const greeting = counters.greet(1, (count) => heard.push(count));
    change(1, 4);
    await second();
    await greeting;
    expect([...heard, told.at(-1)?.[1]].at(-1)).toBe(4);
  });
});
