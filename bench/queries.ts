/**
 * `npm run bench -- queries`: by which plans a million members are served. Every statement that the API tests have the server
 * send is planned, whatever its parameters are, on a seeded database in which all that grows has rows; none may scan a table
 * that grows with members or messages, or sort more than 1,000 rows. Plans are compared with those in the repository.
 * BENCH_QUERIES="10000 record" says how many members, or names a database that has been seeded already, and has the tests
 * run although they were recorded before; "write" takes the plans over into the repository.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { largeCrowd } from "#bench/people/class-crowd.ts";
import { growingTables } from "#bench/people/network.ts";
import { openPeopleDatabase } from "#bench/people/people-databases.ts";
import { exemptionOf } from "#bench/queries/exempt-statements.ts";
import { type Plan, planAll } from "#bench/queries/plans.ts";
import { readStatements, type Statement } from "#bench/queries/recorded-statements.ts";
import { reportOn } from "#bench/measure/report.ts";
import { atMost, rounded } from "#bench/measure/targets.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { inRoot } from "#scripts/project/paths.mjs";

/** What each file reads by which statement: by the file, the id of the statement and its plan. */
const storedPlans = z.record(z.string(), z.record(z.string(), z.string()));
type StoredPlans = z.infer<typeof storedPlans>;
const storedFile = inRoot("bench/queries/plans.json");
const reportFile = inRoot("var/bench-queries.txt");

const words = (process.env.BENCH_QUERIES ?? "").split(" ").filter(Boolean);
const commands = ["record", "write"];
const given = words.find((word) => !commands.includes(word)) ?? "1000000";

await using database = await openPeopleDatabase(given, largeCrowd);
const statements = await readStatements(database.url, words.includes("record"));
const plans = await inDatabase(database.url, (client) =>
  planAll(client, statements, new Set(growingTables)),
);
const failed = report(plans);
compare(plans);
if (failed > 0) process.exitCode = 1;

/** Answers how many statements fail. */
function report(plans: Map<Statement, Plan>): number {
  const shown = [...plans].map(([statement, plan]) => ({
    statement,
    plan,
    exempt: exemptionOf(statement),
  }));
  console.log(`\n      cost  statement`);
  for (const { statement, plan } of shown)
    console.log(`${rounded(plan.cost).padStart(10)}  ${titleOf(statement)}`);
  const faulty = shown.filter(({ plan }) => plan.faults.length > 0);
  const failing = faulty.filter(({ exempt }) => !exempt);
  mkdirSync(path.dirname(reportFile), { recursive: true });
  writeFileSync(
    reportFile,
    shown
      .map(({ statement, plan }) =>
        [`# ${titleOf(statement)}`, `cost ${plan.cost}`, ...plan.faults, plan.reads.join(", ")]
          .concat(statement.text)
          .join("\n"),
      )
      .join("\n\n"),
  );
  console.log(`\nwith text and plan: ${path.relative(process.cwd(), reportFile)}`);
  for (const { statement, plan, exempt } of faulty) {
    const reason = exempt ? `exempt, because ${exempt.reason}` : "✗";
    console.log(`  ${titleOf(statement)}: ${plan.faults.join(", ")}: ${reason}`);
  }
  const { line } = reportOn(
    "all statements",
    `${plans.size} statements, ${faulty.length - failing.length} exempt`,
  );
  line("with faults", atMost(failing.length, 0));
  return failing.length;
}

function titleOf({ source, id, text }: Statement): string {
  return `${source} ${id}  ${text.replace(/\s+/g, " ").trim().slice(0, 80)}`;
}

/** Costs depend on the sample that statistics are made of; what is read, and how, is what may not change unnoticed. */
function compare(plans: Map<Statement, Plan>): void {
  const now: StoredPlans = {};
  for (const [{ source, id }, { cost, reads, faults }] of plans) {
    const shown = [...reads, ...faults.map((fault) => `! ${fault}`)];
    (now[source] ??= {})[id] = `${roundedCost(cost)} | ${shown.join(", ")}`;
  }
  const before = existsSync(storedFile)
    ? storedPlans.parse(JSON.parse(readFileSync(storedFile, "utf8")))
    : {};
  const changes = [...flat(now)].filter(
    ([name, plan]) => readOf(flat(before).get(name)) !== readOf(plan),
  );
  const gone = [...flat(before).keys()].filter((name) => !flat(now).has(name));
  console.log(`\nsince ${path.relative(process.cwd(), storedFile)}:`);
  for (const [name, plan] of changes)
    console.log(`  ${name}: ${flat(before).get(name) ?? "new"} → ${plan}`);
  for (const name of gone) console.log(`  ${name}: gone`);
  console.log(`  ${changes.length} changed or new, ${gone.length} gone`);
  if (words.includes("write")) writeFileSync(storedFile, `${JSON.stringify(now, null, 2)}\n`);
}

function flat(plans: StoredPlans): Map<string, string> {
  return new Map(
    Object.entries(plans).flatMap(([source, ofSource]) =>
      Object.entries(ofSource).map(([id, plan]) => [`${source} ${id}`, plan] as const),
    ),
  );
}

/** To one digit, so that another sample seldom changes it. */
function roundedCost(cost: number): string {
  return Number(cost.toPrecision(1)).toLocaleString("en");
}

/** Without the cost. */
function readOf(plan: string | undefined): string | undefined {
  return plan?.split(" | ")[1];
}
