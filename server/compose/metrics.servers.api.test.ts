/** What Prometheus itself says of a node's metrics. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { startTestRedis } from "#server/testing/test-redis.ts";

const port = 9_464 + (process.pid % 500);

it("Prometheus accepts the names and types of our metrics, and learns how much memory Redis may still take", async () => {
  const redis = await startTestRedis("--maxmemory", "64mb");
  const kampus = await startTestKampus({ METRICS_PORT: String(port), REDIS_URL: redis.url });
  try {
    const scrape = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(scrape).toContain("kampus_redis_up 1");
    expect(scrape).toContain(`kampus_redis_memory_max_bytes ${64 * 2 ** 20}`);
    expect(scrape).toMatch(/^kampus_redis_memory_used_bytes [1-9]\d{5,}$/m);
    const { error, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
      input: scrape,
      encoding: "utf8",
    });
    if (error) throw new Error("promtool did not run (apt-get install prometheus)");
    expect(`${stdout}${stderr}`.split("\n").filter((line) => line.startsWith("kampus_"))).toEqual(
      [],
    );
  } finally {
    await kampus.close();
    await redis.close();
  }
});
