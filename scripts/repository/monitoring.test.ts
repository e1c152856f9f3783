/** Alerts and the dashboard use only metrics that a node has, and every alert is explained. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { inRoot } from "#scripts/project/paths.mjs";

const read = (file: string) => readFileSync(inRoot(file), "utf8");
const rules = read("deploy/monitoring/alerts.yml");
const ruleTests = read("deploy/monitoring/alerts.test.yml");
const dashboard = read("deploy/monitoring/grafana-dashboard.json");
const runbooks = read("docs/runbooks.md");

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);
const alerts = found(rules, /^ +- alert: (\w+)$/gm);

/** The metrics of docs/metrics.md, which a test of the server compares with a node's answer. */
const metrics = new Set(found(read("docs/metrics.md"), /^\| `(\w+)`/gm));

test.each([
  ["alerts.yml", rules],
  ["alerts.test.yml", ruleTests],
  ["grafana-dashboard.json", dashboard],
  ["docs/runbooks.md", runbooks],
])("%s names only metrics that a node has", (_file, text) => {
  const named = found(text, /\b((?:kampus|process|nodejs)_\w+)/g);
  const unknown = named.filter((name) => {
    const [bare] = name.split(/_(?:bucket|sum|count)$/);
    return !metrics.has(name) && !metrics.has(bare ?? "");
  });
  expect(named.length).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});

test("every metric of ours is on the dashboard", () => {
  const own = [...metrics].filter((name) => name.startsWith("kampus_"));
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([]);
});

test("every alert is explained in docs/runbooks.md, which explains no other, and leads there", () => {
  expect(alerts.length).toBeGreaterThan(10);
  expect(found(runbooks, /^### (Kampus\w+)$/gm)).toEqual(alerts);
  const links = alerts.map((alert) => `docs/runbooks.md#${alert.toLowerCase()}`);
  expect(found(rules, /^ +runbook: (\S+)$/gm)).toEqual(links);
});

test("every section of an alert says what it means, what members notice, where to look and what to do", () => {
  const sections = runbooks.split(/^#{2,3} /m).filter((section) => section.startsWith("Kampus"));
  const lacking = sections.filter(
    (section) =>
      !["**Means**", "**Members**", "**Look**", "**Do**"].every((part) => section.includes(part)),
  );
  expect(lacking.map((section) => section.split("\n", 1)[0])).toEqual([]);
});

test("every alert is tested where it fires and where it is silent", () => {
  const tested = found(ruleTests, /^ +- name: (.+)$/gm);
  expect(tested).toEqual(alerts.flatMap((alert) => [`${alert} fires`, `${alert} is silent`]));
});

test("every panel of the dashboard asks for something", () => {
  const { panels } = z
    .object({
      panels: z.array(
        z.object({
          type: z.string(),
          targets: z.array(z.object({ expr: z.string() })).default([]),
        }),
      ),
    })
    .parse(JSON.parse(dashboard));
  const empty = panels.filter(({ type, targets }) => type !== "row" && targets.length === 0);
  expect(empty).toEqual([]);
});
