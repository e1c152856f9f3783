import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createConsecutiveFailures } from "#server/plugins/consecutive-failures.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const { started, login, post } = limitedKampus();
type Login = typeof login;

afterEach(() => {
  vi.useRealTimers();
});

/** Wrong passwords from as many addresses as it takes. */
const failFromEverywhere = (login: Login, email: string, count: number, network: string) =>
  times(count, (index) => login(email, "wrong", `${network}.${Math.floor(index / 4) + 1}`));
const waitOf = (answer: { headers: Record<string, unknown> }) =>
  Number(answer.headers["retry-after"]);

describe("an account whose password is guessed from many addresses", () => {
  it("is entered from a clean one after 30 times 3 failures", async () => {
    const { email, password } = await started().signUp();
    const failed = await times(90, (index) => login(email, "wrong", `192.0.2.${index % 30}`));
    expect(new Set(statuses(failed))).toEqual(new Set([422]));
    expect((await login(email, password, "198.51.100.1")).statusCode).toBe(200);
  }, 60_000);

  it("is held up like one that does not exist", async () => {
    const email = "nobody.at.all@kampus.example";
    await failFromEverywhere(login, email, 100, "192.0.3");
    const answer = await login(email, "wrong", "203.0.113.4");
    expect([answer.statusCode, waitOf(answer) > 20]).toEqual([429, true]);
  }, 60_000);

  it("is entered at once by its member after a reset by mail", async () => {
    const { email, code } = await testRecovery(started()).memberWithCode();
    await failFromEverywhere(login, email, 100, "192.0.4");
    expect((await login(email, "new password", "203.0.113.5")).statusCode).toBe(429);
    const password = "new password";
    const fields = { code, password, password_confirmation: password };
    expect((await post("/password/reset", fields, {})).statusCode).toBe(200);
    expect((await login(email, password, "203.0.113.5")).statusCode).toBe(200);
  }, 60_000);
});

describe("an account that has been guessed at a hundred times", () => {
  // The delay is over when the process's own clock says so: no Redis here.
  const local = limitedKampus({ REDIS_URL: "" });

  it("waits longer each time; who keeps to it enters, and all is forgotten", async () => {
    const { email, password } = await local.started().signUp();
    const failed = await failFromEverywhere(local.login, email, 100, "198.51.100");
    expect(new Set(statuses(failed))).toEqual(new Set([422]));

    vi.useFakeTimers({ toFake: ["Date"] });
    const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    const early = await times(6, () => local.login(email, password, "203.0.113.1"));
    expect(statuses(early)).toEqual(Array<number>(6).fill(429));
    expect(waitOf(early[0] ?? { headers: {} })).toBe(30);
    pass(30);
    const [guess, ...rest] = await Promise.all(
      [1, 2, 3].map((last) => local.login(email, "wrong", `203.0.113.1${last}`)),
    );
    expect([guess?.statusCode, ...statuses(rest)].sort()).toEqual([422, 429, 429]);
    const again = await local.login(email, password, "203.0.113.1");
    expect([again.statusCode, waitOf(again)]).toEqual([429, 60]);
    pass(60);
    // Those who were refused tried nothing, so the address is clean.
    expect((await local.login(email, password, "203.0.113.1")).statusCode).toBe(200);
    expect((await local.login(email, "wrong", "203.0.113.2")).statusCode).toBe(422);
    expect((await local.login(email, password, "203.0.113.3")).statusCode).toBe(200);
  }, 90_000);
});

const address = process.env.TEST_REDIS_URL;
const secret = `someone-${Math.random()}@kampus.example`;

// Where there is no Redis, each process counts on its own: consecutive-failures.test.ts.
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
  const passes = (begin: Promise<void>) =>
    begin.then(
      () => true,
      () => false,
    );

  it("are one count for all nodes, and one try at a time after a hundred", async () => {
    const nodes = [createConsecutiveFailures(redis, 1), createConsecutiveFailures(redis, 1)];
    const crowd = async (size: number) => {
      const tries = Array.from({ length: size }, (_, index) => nodes[index % 2]?.begin(secret));
      const passed = await Promise.all(tries.map((one) => passes(one ?? Promise.resolve())));
      return passed.filter(Boolean).length;
    };
    expect(await crowd(300)).toBe(100);
    for (const delayMs of [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
      const [wait = ""] = await keysLike(":wait");
      const waitMs = await redis.pttl(wait);
      expect(waitMs).toBeGreaterThan(delayMs - 15_000);
      expect(waitMs).toBeLessThanOrEqual(delayMs);
      expect(await crowd(20)).toBe(0);
      await redis.del(wait); // its time has passed
      expect(await crowd(20)).toBe(1);
    }
    await nodes[0]?.forget(secret);
    expect(await crowd(20)).toBe(20);
  });

  it("are kept without the name of whom they are counted for", async () => {
    await createConsecutiveFailures(redis, 1).begin(secret);
    expect((await keysLike("")).join()).not.toContain("kampus.example");
  });
});
