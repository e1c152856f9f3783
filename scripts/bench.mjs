// @ts-check
/**
 * `npm run bench`: measures what the product promises, all of it or the benchmarks that are named, installing and building
 * first what is out of date. The table of all figures that have a limit is its end, and stays as var/bench-<date-time>.md.
 */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { benchmarksTable, databaseServer, runBenchmarks } from "./project/benchmarks.mjs";
import { ensureBuilt } from "./project/build.mjs";
import { runNode } from "./project/child.mjs";
import { Fault, runCommand } from "./project/fault.mjs";
import { ensureInstalled } from "./project/install.mjs";
import { inRoot, projectNode, root } from "./project/paths.mjs";

const benchmarks = [
  "pages",
  "bundles",
  "http",
  "timing",
  "captcha",
  "people",
  "queries",
  "uploads",
  "chat",
  "cluster",
  "overload",
  "start",
  "soak",
];

await runCommand(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !benchmarks.includes(name));
  if (unknown !== undefined)
    throw new Fault(
      `There is no benchmark "${unknown}": npm run bench -- ${benchmarks.join(" | ")}, or none of them for all`,
    );
  const before = { startedAt: new Date(), load: os.loadavg(), commit: commitNow() };
  await ensureInstalled();
  await ensureBuilt();
  const circumstances = { ...before, machine: await thisMachine(), variables: variablesSet() };
  const { measured, code } = await runBenchmarks(asked.length > 0 ? asked : benchmarks, measure);
  const table = benchmarksTable(circumstances, measured);
  const file = path.join("var", `bench-${dateTime(before.startedAt)}.md`);
  // Before anything is printed: the terminal may be gone.
  await mkdir(inRoot("var"), { recursive: true });
  await writeFile(inRoot(file), table);
  console.log(`\n${table}\n${file}`);
  return code;
});

/** @param {string} name */
async function measure(name) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-bench-"));
  try {
    const rows = path.join(folder, "rows.jsonl");
    const ended = await runNode(projectNode, [`bench/${name}.ts`], { env: { BENCH_ROWS: rows } });
    // npm may pass the same signal on once more, which is not to end this process before the table is written.
    if (ended.signalled) for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
    return { ...ended, figures: await figuresIn(rows) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file as bench/measure/report.ts writes it; absent where a benchmark has measured nothing
 * @returns {Promise<import("./project/benchmarks.mjs").Figure[]>}
 */
async function figuresIn(file) {
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function commitNow() {
  const commit = git("rev-parse", "--short", "HEAD");
  if (!commit) return "unknown";
  return git("status", "--porcelain") ? `${commit} + changes` : commit;
}

/** @param {string[]} args @returns {string} nothing where there is no git or no repository */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

async function thisMachine() {
  const node = spawnSync(projectNode, ["--version"], { encoding: "utf8" }).stdout;
  return {
    processor: os.cpus()[0]?.model.trim() || "unknown processor",
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    node: node.trim().replace(/^v/, ""),
    postgres: await postgresVersion(),
  };
}

/** Reads the version of the benchmarks' PostgreSQL; undefined where none runs. */
async function postgresVersion() {
  const { default: pg } = await import("pg"); // installed by now
  const client = new pg.Client({
    connectionString: databaseServer(),
    connectionTimeoutMillis: 2_000,
  });
  try {
    await client.connect();
    const { rows } = await client.query("SHOW server_version");
    await client.end();
    return String(rows[0].server_version).split(" ")[0];
  } catch {
    return undefined; // A benchmark that needs it says why it fails.
  }
}

/** @returns {Record<string, string>} */
function variablesSet() {
  const set = Object.entries(process.env).filter(([name]) => /^BENCH_(?!ROWS$)/.test(name));
  return Object.fromEntries(set.map(([name, value = ""]) => [name, value]));
}

/** @param {Date} date in UTC, as a name of a file may hold it */
function dateTime(date) {
  return date.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
}
