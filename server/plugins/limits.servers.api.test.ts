import { pino } from "pino";
import { expect, it } from "vitest";
import { isTooManyRequests } from "#server/http/failure.ts";
import { connectRedis } from "#server/infra/redis.ts";
import { createLimits } from "#server/plugins/limits.ts";
import { startTestRedis } from "#server/testing/test-redis.ts";

it("a node that is too busy to read the answer of Redis in time lets nobody guess once more", async () => {
  const redis = await startTestRedis();
  const { commands, close } = await connectRedis(redis.url, pino({ level: "silent" }));
  try {
    const limits = createLimits(commands, 1);
    const guess = () => limits.consume("loginFailure", "someone@kampus.example");
    for (let failure = 0; failure < 5; failure += 1) await guess();
    const sixth = guess();
    beBusy(200);
    await expect(sixth).rejects.toSatisfy(isTooManyRequests);
  } finally {
    close();
    await redis.close();
  }
});

/** Occupies the thread, so that no answer is read meanwhile. */
function beBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
