import { pino } from "pino";
import { expect, it } from "vitest";
import { connectRedis, isRedisAway } from "#server/infra/redis.ts";
import { startSilentRedis } from "#server/testing/doubles/silent-redis.ts";

it("a Redis that has stopped answering counts as away: a command fails soon, and later ones fail at once", async () => {
  const redis = await startSilentRedis();
  const { commands, close } = await connectRedis(redis.url, pino({ level: "silent" }), 50);
  try {
    redis.silence();
    const failures = [];
    for (const key of ["first", "second"])
      failures.push(await commands.get(key).catch((error: unknown) => error));
    expect(failures.map(isRedisAway)).toEqual([true, true]);
  } finally {
    close();
    redis.close();
  }
});
