import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { inRoot } from "#scripts/project/paths.mjs";

/** An import that a rule forbids, or (no rule) one that must stay possible. */
interface Edge {
  from: string;
  to: string;
  rule?: string;
  as?: keyof typeof statements;
}

const statements = {
  static: (specifier: string) => `import "${specifier}";`,
  type: (specifier: string) => `import type {} from "${specifier}";`,
  dynamic: (specifier: string) => `void import("${specifier}");`,
};

const forbidden: (Edge & { rule: string })[] = [
  { from: "lib/api/socket.ts", to: "app/[locale]/page.tsx", rule: "only-app-sees-app" },
  {
    from: "components/ui/card.tsx",
    to: "server/people/routes.ts",
    rule: "only-server-sees-server",
  },
  { from: "app/[locale]/page.tsx", to: "server/people/routes.ts", rule: "only-server-sees-server" },
  { from: "app/[locale]/layout.tsx", to: "scripts/seed.mjs", rule: "only-tools-see-tools" },
  { from: "middleware.ts", to: "components/ui/card.tsx", rule: "lib-sees-only-lib" },
  { from: "lib/people/queries.ts", to: "components/people/list.tsx", rule: "lib-sees-only-lib" },
  {
    from: "server/people/search.ts",
    to: "lib/people/queries.ts",
    rule: "server-sees-only-contracts",
  },
  {
    from: "server/people/view.ts",
    to: "components/ui/card.tsx",
    rule: "server-sees-only-contracts",
  },
  { from: "lib/friends/queries.ts", to: "lib/people/queries.ts", rule: "features-are-strangers" },
  {
    from: "components/friends/row.tsx",
    to: "lib/people/schema.ts",
    rule: "features-are-strangers",
  },
  {
    from: "components/friends/list.tsx",
    to: "components/people/list.tsx",
    rule: "features-are-strangers",
  },
  {
    from: "server/friends/routes.ts",
    to: "server/people/routes.ts",
    rule: "features-are-strangers",
  },
  { from: "lib/auth/session.ts", to: "lib/people/schema.ts", rule: "features-are-strangers" },
  {
    from: "server/friends/tables.ts",
    to: "server/people/routes.ts",
    rule: "tables-see-only-tables",
  },
  {
    from: "components/ui/avatar.tsx",
    to: "components/people/list.tsx",
    rule: "shared-knows-no-feature",
  },
  {
    from: "components/layout/header.tsx",
    to: "lib/auth/session.ts",
    rule: "shared-knows-no-feature",
  },
  { from: "lib/i18n/format.ts", to: "lib/people/schema.ts", rule: "shared-knows-no-feature" },
  { from: "lib/http/schema.ts", to: "lib/people/schema.ts", rule: "shared-knows-no-feature" },
  { from: "server/env.ts", to: "server/people/routes.ts", rule: "shared-knows-no-feature" },
  {
    from: "server/realtime/rooms.ts",
    to: "server/people/routes.ts",
    rule: "shared-knows-no-feature",
  },
  {
    from: "lib/api/socket-events.ts",
    to: "lib/friends/queries.ts",
    rule: "events-know-only-schemas",
  },
  {
    from: "lib/api/socket.ts",
    to: "lib/api/socket-events.ts",
    rule: "pages-load-no-map-of-events",
  },
  { from: "server/people/peers.ts", to: "server/app.ts", rule: "composition-is-the-top" },
  { from: "e2e/faults/lose.fault.ts", to: "server/app.ts", rule: "faults-see-only-services" },
  { from: "lib/people/egg.ts", to: "lib/people/hen.ts", rule: "no-cycles" },
  { from: "lib/people/spy.ts", to: "lib/people/spy.test.ts", rule: "nobody-sees-tests" },
  { from: "lib/people/typo.ts", to: "lib/people/absent.ts", rule: "no-unresolvable" },
  { from: "server/people/draw.ts", to: "prettier", rule: "production-sees-no-dev-packages" },
  { from: "app/[locale]/shown.tsx", to: "vitest", rule: "production-reaches-no-test-tools" },
  {
    from: "lib/people/by-type.ts",
    to: "lib/friends/schema.ts",
    rule: "features-are-strangers",
    as: "type",
  },
  {
    from: "lib/people/late.ts",
    to: "lib/friends/schema.ts",
    rule: "features-are-strangers",
    as: "dynamic",
  },
];

const allowed: Edge[] = [
  { from: "app/[locale]/people.tsx", to: "components/people/list.tsx" },
  { from: "components/people/page.tsx", to: "lib/people/queries.ts" },
  { from: "components/people/mine.tsx", to: "lib/auth/session.ts" },
  { from: "lib/people/paged.ts", to: "lib/http/schema.ts" },
  { from: "lib/api/socket-events.ts", to: "lib/friends/schema.ts" },
  { from: "lib/testing/socket.ts", to: "lib/api/socket-events.ts", as: "type" },
  { from: "server/realtime/emit.ts", to: "lib/api/socket-events.ts" },
  { from: "server/people/limits.ts", to: "lib/people/schema.ts" },
  { from: "server/people/names.ts", to: "messages/ru.json" },
  { from: "server/people/tables.ts", to: "server/auth/tables.ts" },
  { from: "server/db/tables.ts", to: "server/people/tables.ts" },
  { from: "server/app.ts", to: "server/people/routes.ts" },
  { from: "lib/people/hen.ts", to: "lib/people/egg.ts" },
  { from: "server/people/parse.ts", to: "zod" },
  { from: "components/people/show-people.tsx", to: "vitest" },
];

const report = z.object({
  summary: z.object({
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
  modules: z.array(
    z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) }),
  ),
});

let planted: string;
let cruised: z.infer<typeof report>;

beforeAll(() => {
  planted = mkdtempSync(path.join(os.tmpdir(), "kampus-boundaries-"));
  for (const file of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"])
    copyFileSync(inRoot(file), path.join(planted, file));
  symlinkSync(inRoot("node_modules"), path.join(planted, "node_modules"));
  for (const [file, source] of sources()) {
    mkdirSync(path.join(planted, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(planted, file), source);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", "--output-type=json", "."],
    { cwd: planted, encoding: "utf8", maxBuffer: 2 ** 27 },
  );
  expect(stderr).toBe("");
  cruised = report.parse(JSON.parse(stdout));
}, 60_000);

afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** Every file of the edges, each with its imports; what is only imported is empty. */
function sources(): Map<string, string> {
  const files = new Map<string, string>();
  const isFile = (name: string) => name.includes("/") && !name.includes("absent");
  for (const { from, to, as = "static" } of [...forbidden, ...allowed]) {
    const specifier = isFile(to) || to.includes("absent") ? `#${to}` : to;
    files.set(from, `${files.get(from) ?? ""}${statements[as](specifier)}\n`);
    if (isFile(to) && !files.has(to)) files.set(to, to.endsWith(".json") ? "{}" : "export {};\n");
  }
  return files;
}

const rulesBrokenBy = ({ from, to }: Edge) =>
  cruised.summary.violations
    .filter((violation) => violation.from === from && namesTarget(violation.to, to))
    .map((violation) => violation.rule.name);

const namesTarget = (reported: string, to: string) =>
  reported === to || reported === `#${to}` || reported.includes(`node_modules/${to}/`);

test.each(forbidden)("$rule: $from may not import $to", (edge) => {
  expect(rulesBrokenBy(edge)).toContain(edge.rule);
});

test.each(allowed)("$from may import $to, and the import is followed", (edge) => {
  expect(rulesBrokenBy(edge).filter((rule) => rule !== "no-cycles")).toEqual([]);
  const importing = cruised.modules.find(({ source }) => source === edge.from);
  expect(importing?.dependencies.some(({ resolved }) => namesTarget(resolved, edge.to))).toBe(true);
});
