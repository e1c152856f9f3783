/** A captcha that is on the screen can be answered, whatever happens to Redis and to the node that made it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { captchaAnswer, type TestMember } from "#server/testing/test-members.ts";
import { startTestRedis, type TestRedis } from "#server/testing/test-redis.ts";

describe("a captcha", () => {
  let redis: TestRedis;
  let kampus: Awaited<ReturnType<typeof startTestKampus>>;
  let member: TestMember;
  beforeAll(async () => {
    redis = await startTestRedis();
    kampus = await startTestKampus({ REDIS_URL: redis.url });
    member = await kampus.signUp();
  });
  afterAll(async () => {
    await kampus.close();
    await redis.close();
  });
  beforeEach(async () => {
    await redis.kill();
    await redis.start();
    await expect.poll(isRedisReady).toBe(true);
  });
  const isRedisReady = async () =>
    (await kampus.get("/readyz")).json<{ redis?: string }>().redis === "ok";

  const logIn = async (key: string, { post }: Pick<TestKampus, "post"> = kampus) => {
    const { email: login, password } = member;
    const body = { login, password, captcha: captchaAnswer, key };
    return (await post("/api/ru/login", body)).statusCode;
  };

  it("that was made before Redis was lost is answered after it, once", async () => {
    const key = await kampus.captchaKey();
    await redis.kill();
    expect([await logIn(key), await logIn(key)]).toEqual([200, 422]);
  });

  it("that was made while Redis was away is answered when it is back, once", async () => {
    await redis.kill();
    const key = await kampus.captchaKey();
    await redis.start();
    await expect.poll(isRedisReady).toBe(true);
    expect([await logIn(key), await logIn(key)]).toEqual([200, 422]);
  });

  it("is made and answered while Redis is silent", async () => {
    redis.pause();
    try {
      const key = await kampus.captchaKey();
      expect([await logIn(key), await logIn(key)]).toEqual([200, 422]);
    } finally {
      redis.resume();
    }
  });

  it("is made and answered while Redis is full", async () => {
    await redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    await redis.command("CONFIG", "SET", "maxmemory", 1);
    const key = await kampus.captchaKey();
    expect([await logIn(key), await logIn(key)]).toEqual([200, 422]);
  });

  it("of one node is answered on another, once, with Redis and without", async () => {
    const other = await kampus.anotherNode();
    try {
      const keys = [await kampus.captchaKey(), await kampus.captchaKey()] as const;
      expect([await logIn(keys[0], other), await logIn(keys[0])]).toEqual([200, 422]);
      await redis.kill();
      expect([await logIn(keys[1], other), await logIn(keys[1])]).toEqual([200, 422]);
    } finally {
      await other.close();
    }
  });
});
