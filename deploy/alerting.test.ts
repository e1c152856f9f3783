/** What Prometheus asks and whom Alertmanager tells, in the files that an operator takes. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { probedAddresses } from "#deploy/testing/probed-addresses.ts";
import { run } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";

const read = (file: string) => readFile(inRoot(file), "utf8");

test("nodes of one machine have ports of their own, at which Prometheus asks each of them", async () => {
  const unit = await read("deploy/systemd/kampus@.service");
  const metricsPorts = ["3001", "3002"].map((instance) => {
    const set = /^Environment=(.*)$/m.exec(unit.replaceAll("%i", instance))?.[1] ?? "";
    const { PORT, METRICS_PORT } = parseEnv(set.replaceAll(" ", "\n"));
    expect(PORT).toBe(instance);
    return METRICS_PORT;
  });
  expect(new Set(metricsPorts).size).toBe(2);
  const [prometheus] = parseAllDocuments(await read("deploy/monitoring/prometheus.yml"));
  expect(JSON.stringify(prometheus?.toJS())).toContain(
    JSON.stringify(metricsPorts.map((port) => `127.0.0.1:${port}`)),
  );
});

test("Prometheus asks each host for which Caddy gets a certificate", async () => {
  const caddyfile = await read("deploy/caddy/Caddyfile");
  const [sites = ""] = /^\{\$ROOT_DOMAIN\}.*(?= \{$)/m.exec(caddyfile) ?? [];
  const hosts = sites.replaceAll("{$ROOT_DOMAIN}", "kampus.example").split(", ");
  expect((await probedAddresses()).map(({ hostname }) => hostname)).toEqual(hosts);
});

test(
  "Prometheus takes the rules, of which each fires where it should, and nowhere else",
  { timeout: 120_000 },
  async () => {
    const rules = (file: string) => inRoot(`deploy/monitoring/${file}`);
    await run("promtool", ["check", "rules", rules("alerts.yml")]);
    await run("promtool", ["test", "rules", rules("alerts.test.yml")]);
  },
);

test("Prometheus can parse the query of each panel of the dashboard", async () => {
  const dashboard = z
    .object({
      panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
    })
    .parse(JSON.parse(await read("deploy/monitoring/grafana-dashboard.json")));
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(20);
  const rules = asked.map((expr, index) => ({
    record: `asked:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"),
  }));
  await withFolder(async (folder) => {
    const file = path.join(folder, "asked.yml");
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: "asked", rules }] }));
    const said = await run("promtool", ["check", "rules", file]);
    expect(said).toContain(`${asked.length} rules found`);
  });
});

test("Alertmanager sends the heartbeat to what misses it, every other alert to the operator, and what is critical by a second road as well", async () => {
  const file = inRoot("deploy/monitoring/alertmanager.yml");
  await expect(run("amtool", ["check-config", file])).resolves.toContain("SUCCESS");
  const routes = ["config", "routes", "test", `--config.file=${file}`];
  const receiversOf = async (...labels: string[]) =>
    (await run("amtool", [...routes, ...labels])).split("\n", 1)[0];
  expect(await receiversOf("alertname=KampusHeartbeat", "severity=none")).toBe("heartbeat");
  expect(await receiversOf("severity=warning")).toBe("operator");
  expect(await receiversOf("severity=critical")).toBe("pager,operator");
});

test("Prometheus takes its configuration once the documents have made Alertmanager known to it", async () => {
  const [making = ""] =
    /^sed -i -E .*prometheus\.yml$/m.exec(await read("docs/operations.md")) ?? [];
  await withFolder(async (folder) => {
    const file = path.join(folder, "prometheus.yml");
    await cp(inRoot("deploy/monitoring"), folder, { recursive: true });
    await run("bash", ["-euc", making.replace("/etc/prometheus", folder)]);
    await expect(run("promtool", ["check", "config", file])).resolves.toContain("is valid");
    const told = (await readFile(file, "utf8")).match(/^ +- targets: \["127\.0\.0\.1:9093"\]$/gm);
    expect(told).toHaveLength(2); // it is told of alerts, and asked whether it passes them on
  });
});

/** Passes a folder, which is removed afterwards. */
async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-alerting-"));
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
