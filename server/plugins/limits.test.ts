import { pino } from "pino";
import { expect, it } from "vitest";
import { connectRedis } from "#server/infra/redis.ts";
import { createLimits } from "#server/plugins/limits.ts";
import { startSilentRedis } from "#server/testing/doubles/silent-redis.ts";

const redisSilentMsMax = 60_000;

it("a limit is counted by the node itself, without waiting for a Redis that has stopped answering", async () => {
  const redis = await startSilentRedis();
  const log = pino({ level: "silent" });
  const { commands, close } = await connectRedis(redis.url, log, redisSilentMsMax);
  try {
    redis.silence();
    const limits = createLimits(commands, 1);
    const resend = () => limits.consume("resendHourly", 7);
    await resend();
    await resend();
    await expect(resend()).rejects.toMatchObject({ code: "too_many_requests" });
    expect(await limits.waitS("resendHourly", 7)).toBeGreaterThan(0);
    expect(await limits.timesOver("resendHourly", 7)).toBe(1.5);
    await limits.reset("resendHourly", 7);
    await resend();
  } finally {
    close();
    redis.close();
  }
});
