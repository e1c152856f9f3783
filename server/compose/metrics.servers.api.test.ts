/** Checks by Prometheus itself of a node's metrics and of the queries of deploy/monitoring/. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { startTestRedis } from "#server/testing/test-redis.ts";

const monitoring = "deploy/monitoring";
const port = 9_464 + (process.pid % 500);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kampus-promtool-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Its exit code and all that it says. */
function promtool(args: string[], input = ""): { code: number | null; said: string } {
  const ended = spawnSync("promtool", args, { input, encoding: "utf8" });
  if (ended.error) throw new Error("promtool did not run (apt-get install prometheus)");
  return { code: ended.status, said: ended.stdout + ended.stderr };
}

it.each([
  ["rules", `${monitoring}/alerts.yml`],
  ["config", `${monitoring}/prometheus.yml`],
])("Prometheus takes the %s", (kind, file) => {
  expect(promtool(["check", kind, file])).toMatchObject({ code: 0 });
});

it("each alert fires where it should, and nowhere else", () => {
  const { code, said } = promtool(["test", "rules", `${monitoring}/alerts.test.yml`]);
  expect(code, said).toBe(0);
});

it("Prometheus can parse the query of each panel of the dashboard", () => {
  const dashboard = readFileSync(`${monitoring}/grafana-dashboard.json`, "utf8");
  const { panels } = z
    .object({
      panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
    })
    .parse(JSON.parse(dashboard));
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = asked.map((expr, index) => ({
    record: `asked:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
  }));
  const file = path.join(folder, "asked.yml");
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: "asked", rules }] }));
  expect(asked.length).toBeGreaterThan(20);
  expect(promtool(["check", "rules", file]).said).toContain(`${asked.length} rules found`);
});

it("Prometheus accepts the names and types of our metrics, and learns how much memory Redis may still take", async () => {
  const redis = await startTestRedis("--maxmemory", "64mb");
  const kampus = await startTestKampus({ METRICS_PORT: String(port), REDIS_URL: redis.url });
  try {
    const scrape = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(scrape).toContain("kampus_redis_up 1");
    expect(scrape).toContain(`kampus_redis_memory_max_bytes ${64 * 2 ** 20}`);
    expect(scrape).toMatch(/^kampus_redis_memory_used_bytes [1-9]\d{5,}$/m);
    const { said } = promtool(["check", "metrics"], scrape);
    expect(said.split("\n").filter((line) => line.startsWith("kampus_"))).toEqual([]);
  } finally {
    await kampus.close();
    await redis.close();
  }
});
