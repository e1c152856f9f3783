import { describe, expect, it } from "vitest";
import { createWorkQueue } from "#server/infra/work-queue.ts";

/** A queue on a clock that only the work moves. */
function queueOfWork(takesMs: number) {
  let clock = 0;
  const queue = createWorkQueue({ atOnce: 1, usualMs: 10, now: () => clock });
  const work = async () => {
    await new Promise(setImmediate);
    clock += takesMs;
  };
  const run = async () => {
    const release = queue.hold(100);
    await queue.run(work).finally(release);
  };
  const outcomes = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => run()));
  return { queue, outcomes };
}

const countOf = (outcomes: PromiseSettledResult<unknown>[], status: string) =>
  outcomes.filter((outcome) => outcome.status === status).length;

describe("work that occupies a processor", () => {
  it("runs if it need not wait longer than allowed, and is otherwise refused with Retry-After", async () => {
    const { outcomes } = queueOfWork(10);
    const all = await outcomes(40);
    expect([countOf(all, "fulfilled"), countOf(all, "rejected")]).toEqual([11, 29]);
    expect(all.find((one) => one.status === "rejected")?.reason).toMatchObject({
      code: "unavailable",
      retryAfterS: 1,
    });
  });

  it("has fewer places to wait in as soon as it takes longer", async () => {
    const { outcomes } = queueOfWork(50);
    for (let round = 0; round < 20; round += 1) await outcomes(1);
    expect(countOf(await outcomes(40), "fulfilled")).toBeLessThanOrEqual(4);
  });

  it("is refused while other work holds the places, even if that has not begun", () => {
    const { queue } = queueOfWork(10);
    const releases = Array.from({ length: 11 }, () => queue.hold(100));
    expect(() => queue.hold(100)).toThrow("unavailable");
    releases[0]?.();
    releases[0]?.();
    queue.hold(100);
    expect(() => queue.hold(100)).toThrow("unavailable");
  });

  it("runs after earlier work that failed", async () => {
    const { queue } = queueOfWork(10);
    await expect(queue.run(() => Promise.reject(new Error("wrong")))).rejects.toThrow("wrong");
    expect(await queue.run(() => Promise.resolve(1))).toBe(1);
  });
});
