import { describe, expect, it } from "vitest";
import { createDecodeQueue } from "#server/uploads/decode-queue.ts";

const job = (userId: number, bytes = 1) => ({ userId, bytes });

/** A queue on a clock that only work moves; it notes the order in which works ended. */
function notingQueue(options: Parameters<typeof createDecodeQueue>[0]) {
  let clock = 0;
  const decode = createDecodeQueue({ ...options, now: () => clock });
  const order: string[] = [];
  const run = (userId: number, name: string, takesMs: number) =>
    decode(job(userId), async () => {
      await new Promise(setImmediate);
      clock += takesMs;
      order.push(name);
    });
  return { run, order };
}

describe("images are decoded", () => {
  it("a few at once, the others in their turn", async () => {
    const decode = createDecodeQueue({ atOnce: 2 });
    let running = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, userId) =>
        decode(job(userId), async () => {
          running += 1;
          most.push(running);
          await new Promise(setImmediate);
          running -= 1;
        }),
      ),
    );
    expect([most.length, Math.max(...most)]).toEqual([10, 2]);
  });

  it("in no more memory than is given to all of them", async () => {
    const decode = createDecodeQueue({ atOnce: 8, bytesAtOnceMax: 200 });
    let taken = 0;
    const most: number[] = [];
    const sizes = [150, 100, 40, 200, 60, 100, 100, 500, 10];
    await Promise.all(
      sizes.map((bytes, userId) =>
        decode(job(userId, bytes), async () => {
          taken += bytes;
          most.push(taken);
          await new Promise(setImmediate);
          taken -= bytes;
        }),
      ),
    );
    expect(most).toHaveLength(sizes.length);
    // Work larger than the whole limit runs alone.
    expect(most.filter((bytes) => bytes > 200)).toEqual([500]);
  });

  it("unless they would wait too long: those are refused with Retry-After", async () => {
    const decode = createDecodeQueue({ atOnce: 1, waitMsMax: 1_500 }); // three of half a second each
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const accepted = [1, 2, 3, 4, 4, 4].map((userId) => decode(job(userId), () => promise));
    await expect(decode(job(5), () => promise)).rejects.toMatchObject({
      code: "unavailable",
      retryAfterS: 2,
    });
    resolve(undefined);
    await Promise.all(accepted);
    await decode(job(5), () => promise);
  });

  it("one of each member at a time, so that a member who sends many does not delay others", async () => {
    const { run, order } = notingQueue({ atOnce: 1 });
    const many = ["first", "second", "third", "fourth"].map((name) => run(1, name, 10));
    await Promise.all([...many, run(2, "other", 10)]);
    expect(order.indexOf("other")).toBeLessThanOrEqual(1);
  });

  it("by the seconds that they take, so that two members with slow images starve nobody", async () => {
    const { run, order } = notingQueue({ atOnce: 1 });
    const attack = [1, 2].flatMap((userId) =>
      Array.from({ length: 10 }, () => run(userId, "slow", 10_000)),
    );
    await Promise.all(attack.slice(0, 2));
    const began = order.length;
    const many = Array.from({ length: 10 }, () => run(3, "quick", 500));
    await Promise.all([...attack, ...many]);
    const since = order.slice(began);
    // One slow image may be running already; then all ten quick ones, which take half as long together as one of those.
    expect(since.lastIndexOf("quick")).toBeLessThanOrEqual(10);
    expect(since.filter((name) => name === "slow")).toHaveLength(20 - began);
  });

  it("after one that failed, too", async () => {
    const decode = createDecodeQueue({ atOnce: 1 });
    await expect(decode(job(1), () => Promise.reject(new Error("damaged")))).rejects.toThrow(
      "damaged",
    );
    expect(await decode(job(1), () => Promise.resolve(1))).toBe(1);
  });
});
