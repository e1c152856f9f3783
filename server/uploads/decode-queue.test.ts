import { describe, expect, it } from "vitest";
import { createDecodeQueue } from "#server/uploads/decode-queue.ts";

describe("images are decoded", () => {
  it("a few at once, the others in their turn", async () => {
    const decode = createDecodeQueue(2);
    let running = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 10 }, (_, userId) =>
        decode(userId, async () => {
          running += 1;
          most.push(running);
          await new Promise(setImmediate);
          running -= 1;
        }),
      ),
    );
    expect([most.length, Math.max(...most)]).toEqual([10, 2]);
  });

  it("while few wait: the rest is told to come again", async () => {
    const decode = createDecodeQueue(1, 3);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const accepted = [1, 2, 3, 4].map((userId) => decode(userId, () => promise));
    await expect(decode(5, () => promise)).rejects.toMatchObject({
      code: "unavailable",
      retryAfterS: 20,
    });
    resolve(undefined);
    await Promise.all(accepted);
    await decode(5, () => promise);
  });

  it("one of each member at a time: who sends many does not keep others waiting", async () => {
    const decode = createDecodeQueue(1);
    const order: string[] = [];
    const note = (name: string) => async () => {
      await new Promise(setImmediate);
      order.push(name);
    };
    const many = ["first", "second", "third", "fourth"].map((name) => decode(1, note(name)));
    await Promise.all([...many, decode(2, note("other"))]);
    expect(order.indexOf("other")).toBeLessThanOrEqual(1);
  });

  it("after one that failed as well", async () => {
    const decode = createDecodeQueue(1);
    await expect(decode(1, () => Promise.reject(new Error("damaged")))).rejects.toThrow("damaged");
    expect(await decode(1, () => Promise.resolve(1))).toBe(1);
  });
});
