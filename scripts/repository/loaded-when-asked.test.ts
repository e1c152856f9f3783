/** Modules that a node loads only if the operator configures them. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "#scripts/project/paths.mjs";
import { moduleOf } from "#scripts/repository/import-graph.ts";

/** Files and packages that are loaded with a file, without those that `import()` loads later. */
function loadedAtOnceWith(entry: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    if (!existsSync(inRoot(file))) return;
    moduleOf(file, readFileSync(inRoot(file), "utf8")).importsAtOnce.forEach(visit);
  };
  visit(entry);
  return loaded;
}

test("what only some deployments and requests need is loaded by them: Next, pictures, S3, mail, pushes, calendars, common passwords", () => {
  const loaded = loadedAtOnceWith("server/main.ts");
  const later = [
    ...["next", "sharp", "@aws-sdk/client-s3", "nodemailer", "web-push", "ical-generator"],
    "@zxcvbn-ts/language-common",
  ];
  expect(later.filter((name) => loaded.has(name))).toEqual([]);
});

test("a node without METRICS_PORT and OTEL_EXPORTER_OTLP_ENDPOINT loads nothing of prom-client and OpenTelemetry", () => {
  const loaded = [...loadedAtOnceWith("server/main.ts")];
  expect(loaded).toEqual(expect.arrayContaining(["fastify", "server/telemetry/tracing.ts"]));
  expect(loaded.filter((name) => /^(?:prom-client|@opentelemetry\/)/.test(name))).toEqual([]);
  expect([...loadedAtOnceWith("server/compose/metrics.ts")]).toContain("prom-client");
  expect([...loadedAtOnceWith("server/telemetry/open-tracing.ts")]).toContain("@opentelemetry/api");
});
