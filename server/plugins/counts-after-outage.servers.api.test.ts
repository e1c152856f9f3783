import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isTooManyRequests } from "#server/http/failure.ts";
import { connectRedis, type RedisClients } from "#server/infra/redis.ts";
import { createLimits, type Limits } from "#server/plugins/limits.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";

const silentMsMax = 300;

let redis: TestRedis;
let clients: RedisClients;
let limits: Limits;
beforeEach(async () => {
  redis = await startTestRedis();
  clients = await connectRedis(redis.url, pino({ level: "silent" }), silentMsMax);
  limits = createLimits(clients.commands, 1);
});
afterEach(async () => {
  clients.close();
  redis.resume();
  await redis.close();
});

const whenRedisIs = (state: "away" | "back") =>
  expect
    .poll(() =>
      clients.commands.ping().then(
        () => "back",
        () => "away",
      ),
    )
    .toBe(state);

const login = "someone@kampus.example";
const waits = (begun: Promise<unknown>) =>
  begun.then(
    () => false,
    (error: unknown) => {
      if (isTooManyRequests(error)) return true;
      throw error;
    },
  );

/** Each fails until the next try has to wait, is cleared by a success, or tries once more. */
const counts = [
  {
    title: "failures of a login in a row",
    fail: async () => {
      for (let failure = 0; failure < 100; failure += 1) await limits.failures.begin(login, "one");
    },
    succeed: () => limits.failures.forget(login, "one"),
    hasToWait: () => waits(limits.failures.begin(login, "one")),
  },
  {
    title: "failures of a login from one network",
    fail: async () => {
      for (let failure = 0; failure < 5; failure += 1) await limits.consume("loginFailure", login);
    },
    succeed: () => limits.reset("loginFailure", login),
    hasToWait: () => waits(limits.consume("loginFailure", login)),
  },
];

describe.each(counts)("$title", ({ fail, succeed, hasToWait }) => {
  it("that a node counted while Redis was away are cleared by a success after its return", async () => {
    await redis.kill();
    await whenRedisIs("away");
    await fail();
    expect(await hasToWait()).toBe(true);
    await redis.start();
    await whenRedisIs("back");
    await succeed();
    await redis.kill();
    await whenRedisIs("away");
    expect(await hasToWait()).toBe(false);
  });

  it("that Redis counted are cleared, once it is back, by a success while it was away", async () => {
    await fail();
    expect(await hasToWait()).toBe(true);
    redis.pause();
    await whenRedisIs("away");
    await succeed();
    redis.resume();
    await whenRedisIs("back");
    await expect.poll(hasToWait).toBe(false);
  });
});
