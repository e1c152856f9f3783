import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Failure } from "#server/http/failure.ts";
import {
  type ConsecutiveFailures,
  createConsecutiveFailures,
} from "#server/plugins/consecutive-failures.ts";

let failures: ConsecutiveFailures;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  failures = createConsecutiveFailures(null, 1);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds that a source has to wait; 0: the try was let through, and counted. */
const waits = (source = "a", secret = "secret") =>
  failures.begin(secret, source).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Failure) return error.retryAfterS;
      throw error;
    },
  );
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
/** Fails `count` times, each time from another source. */
const failTimes = async (count: number) => {
  for (let index = 0; index < count; index += 1) expect(await waits(`source ${index}`)).toBe(0);
};

describe("failures in a row", () => {
  it("cost nothing a hundred times; then their source waits 30 s, doubling to a quarter of an hour, never for good", async () => {
    await failTimes(100);
    expect(await failures.begin("secret", "a")).toEqual({ waitS: 30 });
    for (const delayS of [30, 60, 120, 240, 480, 900, 900, 900]) {
      expect(await waits()).toBe(delayS);
      pass(delayS - 1);
      expect(await waits()).toBe(1);
      pass(1);
      expect(await failures.begin("secret", "a")).toEqual({});
    }
  });

  it("from other sources do not delay a source that has not failed itself", async () => {
    await failTimes(150);
    expect([await waits("source 3"), await waits("clean")]).toEqual([30, 0]);
  });

  it("are limited to a thousand a day once they are slowed, however many sources they come from", async () => {
    await failTimes(1_100);
    expect(await waits("clean")).toBe(24 * 60 * 60);
    pass(24 * 60 * 60);
    expect(await waits("clean")).toBe(0);
  });

  it("do not count tries that were refused, so these make no source wait longer", async () => {
    await failTimes(100);
    for (let refused = 0; refused < 50; refused += 1) expect(await waits("source 3")).toBe(30);
    pass(30);
    expect(await waits("source 3")).toBe(0);
    expect(await waits("source 3")).toBe(60);
  });

  it("are forgotten at a success", async () => {
    await failTimes(100);
    await failures.forget("secret", "source 99");
    await failTimes(100);
    expect(await waits("source 99")).toBe(30);
  });

  it("for one account delay no other account", async () => {
    await failTimes(100);
    expect([await waits("source 3"), await waits("source 3", "other")]).toEqual([30, 0]);
  });

  it("are let through a hundred times when any number comes at once, and then one at a time", async () => {
    const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => waits()));
    expect((await crowd(300)).filter((wait) => wait === 0)).toHaveLength(100);
    pass(900);
    expect((await crowd(300)).filter((wait) => wait === 0)).toHaveLength(1);
  });
});
