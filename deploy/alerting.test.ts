/** What Prometheus asks and whom Alertmanager tells, in the files that an operator takes. */
import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
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

test("Alertmanager sends the heartbeat to what misses it, and every other alert to the operator", async () => {
  const file = inRoot("deploy/monitoring/alertmanager.yml");
  await expect(run("amtool", ["check-config", file])).resolves.toContain("SUCCESS");
  const receiverOf = (alert: string) =>
    run("amtool", ["config", "routes", "test", `--config.file=${file}`, `alertname=${alert}`]);
  expect(await receiverOf("KampusHeartbeat")).toContain("heartbeat");
  expect(await receiverOf("KampusNodeDown")).toContain("operator");
});
