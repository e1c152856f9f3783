import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Failure } from "#server/http/failure.ts";
import { createConsecutiveFailures } from "#server/plugins/consecutive-failures.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const { kampus, login, post } = limitedKampus();
type Login = typeof login;

/** Guesses wrong passwords from as many addresses as needed. */
const failFromEverywhere = (login: Login, email: string, count: number, network: string) =>
  times(count, (index) => login(email, "wrong", `${network}.${Math.floor(index / 4) + 1}`));

describe("an account whose password is guessed from many addresses", () => {
  it("lets its member in from an address without failures after 30 others have failed three times each", async () => {
    const { email, password } = await kampus.signUp();
    const failed = await times(90, (index) => login(email, "wrong", `192.0.2.${index % 30}`));
    expect(new Set(statuses(failed))).toEqual(new Set([422]));
    expect((await login(email, password, "198.51.100.1")).statusCode).toBe(200);
  }, 60_000);

  it("lets its member in at once after a reset by mail", async () => {
    const { email, code } = await testRecovery(kampus).memberWithCode();
    await failFromEverywhere(login, email, 100, "192.0.4");
    expect((await login(email, "new password", "203.0.113.5")).statusCode).toBe(429);
    expect((await login(email, "new password", "203.0.113.5")).statusCode).toBe(429);
    const password = "new password";
    const fields = { code, password, password_confirmation: password };
    expect((await post("/password/reset", fields, {})).statusCode).toBe(200);
    expect((await login(email, password, "203.0.113.5")).statusCode).toBe(200);
  }, 60_000);
});

const address = process.env.TEST_REDIS_URL;
const secret = `someone-${Math.random()}@kampus.example`;

// Without Redis each process counts on its own: consecutive-failures.test.ts.
describe.each(address ? [address] : [])("failures in a row, counted in Redis", (url) => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(url, { keyPrefix: `test-${Math.random()}:` });
  });
  afterAll(async () => {
    await redis.quit();
  });
  const keysLike = async (end: string) => {
    const prefix = redis.options.keyPrefix ?? "";
    const keys = await redis.keys(`${prefix}*${end}`);
    return keys.map((key) => key.slice(prefix.length));
  };
  const sources = async () => (await keysLike("")).filter((key) => /:[\w-]{43}$/.test(key));
  const passes = (begin: Promise<object> | undefined) =>
    (begin ?? Promise.reject(new Error("no such node"))).then(
      () => true,
      () => false,
    );

  it("are counted together by all nodes, which after a hundred allow each source one try at a time", async () => {
    const nodes = [createConsecutiveFailures(redis, 1), createConsecutiveFailures(redis, 1)];
    const crowd = async (size: number, source: (index: number) => string) => {
      const tries = Array.from({ length: size }, (_, index) =>
        nodes[index % 2]?.begin(secret, source(index)),
      );
      const passed = await Promise.all(tries.map(passes));
      return passed.filter(Boolean).length;
    };
    const one = () => "one";
    expect(await crowd(100, (index) => `source ${index}`)).toBe(100);
    for (const delayMs of [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
      expect(await crowd(20, one)).toBe(1);
      const refused = await nodes[0]?.begin(secret, "one").catch((error: unknown) => error);
      const waitMs = ((refused as Failure).retryAfterS ?? 0) * 1000;
      expect(waitMs).toBeGreaterThan(delayMs - 15_000);
      expect(waitMs).toBeLessThanOrEqual(delayMs);
      // Its time has passed.
      for (const source of await sources()) await redis.hset(source, "at", 0);
    }
    await nodes[0]?.forget(secret, "one");
    expect(await crowd(20, one)).toBe(20);
  });

  it("let a further source try at once, which is told to wait if it is wrong, and a limited number of such sources a day", async () => {
    // Two free tries, and then twenty a day.
    const failures = createConsecutiveFailures(redis, 0.02);
    const begin = (source: string) => failures.begin(`second ${secret}`, source);
    const answers = await times(22, (index) => begin(`network ${index}`));
    expect(answers).toEqual([{}, {}, ...Array<object>(20).fill({ waitS: 30 })]);
    const refused = await begin("clean").catch((error: unknown) => error);
    const waitS = (refused as Failure).retryAfterS ?? 0;
    expect(waitS).toBeGreaterThan(24 * 60 * 60 - 60);
    expect(waitS).toBeLessThanOrEqual(24 * 60 * 60);
  });

  it("are stored without the login that they belong to", async () => {
    await createConsecutiveFailures(redis, 1).begin(secret, "one");
    expect((await keysLike("")).join()).not.toContain("kampus.example");
  });
});
