// @ts-check
/** The suites of `npm test`, in order. Each returns how many tests passed and failed, and which. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBuilt } from "./build.mjs";
import { checks, runChecks } from "./checks.mjs";
import { runNode } from "./child.mjs";
import { Fault } from "./fault.mjs";
import { ensureFaultTools } from "./fault-tools.mjs";
import { projectNode } from "./paths.mjs";

/** @typedef {{ passed: number, failed: number, titles?: string[] }} Totals `titles` of what failed, and why */

/** Variables that are unset, so that the embedded database and the limits of one process are used. */
const inThisProcess = { TEST_DATABASE_URL: "", TEST_REDIS_URL: "" };

/** @type {Record<string, () => Promise<Totals>>} */
export const suites = {
  async checks() {
    const { failed } = await runChecks();
    return { passed: checks.length - failed.length, failed: failed.length, titles: failed };
  },
  unit: () => vitest("unit*"),
  api: () => vitest("api*"),
  async e2e() {
    await ensureBuilt();
    return playwright();
  },
  embedded: () => vitest("api*", ["server/suites", "server/db", "server/infra"], inThisProcess),
  pooled() {
    if (!process.env.TEST_DATABASE_URL)
      throw new Fault(
        "The suite pooled needs TEST_DATABASE_URL: the PostgreSQL before which it starts PgBouncer",
      );
    return vitest("api*", ["server/suites", "server/messenger"], {
      TEST_PGBOUNCER: "1",
      TEST_PARTITIONS: "8",
    });
  },
  async deploy() {
    await ensureBuilt();
    return vitest("deploy");
  },
  faults: () => faults("full"),
  "faults-short": () => faults("short"),
};

/** The default suites: the others need services and programs that not every machine has. */
export const usualSuites = ["checks", "unit", "api", "e2e"];

/** @param {"full" | "short"} form */
async function faults(form) {
  ensureFaultTools();
  await ensureBuilt();
  return vitest("faults", ["--maxWorkers=1"], { FAULTS_FORM: form });
}

/** @param {string} project @param {string[]} [files] @param {Record<string, string>} [env] */
function vitest(project, files = [], env = {}) {
  return withReport(async (report) => {
    const unhandled = `${report}.unhandled`;
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      `--project=${project}`,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      "--reporter=./scripts/project/unhandled-errors.mjs",
    ];
    const { code } = await runSuite([...args, ...files], {
      ...env,
      UNHANDLED_ERRORS_FILE: unhandled,
    });
    const { numPassedTests, numFailedTests, testResults = [] } = await readReport(report);
    const titles = failedInVitest(testResults);
    const errors = await readReport(unhandled, []);
    return totals({ code, passed: numPassedTests, failed: numFailedTests, titles, errors });
  });
}

function playwright() {
  return withReport(async (report) => {
    const { code } = await runSuite(["node_modules/@playwright/test/cli.js", "test"], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    });
    const { stats = {}, suites = [], errors } = await readReport(report);
    const failed = (stats.unexpected ?? 0) + (stats.flaky ?? 0);
    const titles = suites.flatMap(failedInPlaywright);
    return totals({ code, passed: stats.expected, failed, titles, errors });
  });
}

/** @param {string[]} args @param {Record<string, string>} [env] */
async function runSuite(args, env) {
  const ended = await runNode(projectNode, args, { env });
  if (ended.signalled) throw new Fault("Stopped", ended.code);
  return ended;
}

/**
 * A runner that fails without a failed test (nothing found, an error or a crash outside a test) has failed once, and its
 * title says what is known of the cause.
 *
 * @param {{ code: number, passed?: number, failed?: number, titles?: string[], errors?: { message?: string }[] }} ended
 *   `errors` were thrown outside every test
 * @returns {Totals}
 */
export function totals({ code, passed = 0, failed = 0, titles = [], errors = [] }) {
  if (failed > 0 || (code === 0 && passed > 0)) return { passed, failed, titles };
  const causes = errors.map(({ message }) => `outside the tests${because(message)}`);
  return {
    passed,
    failed: 1,
    titles: [...titles, ...(causes.length > 0 ? causes : [`the runner ended with ${code}`])],
  };
}

const causeMax = 400;

/**
 * The beginning of a message, in one line.
 *
 * @param {string} [message]
 */
const because = (message = "") =>
  ` — ${stripVTControlCharacters(message).trim().replace(/\s+/g, " ").slice(0, causeMax)}`;

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 */

/** @param {VitestFile[]} files */
export function failedInVitest(files) {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative("", name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file in which nothing could run.
    if (status === "failed" && failed.length === 0) return [`${file}${because(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}${because(failureMessages[0])}`,
    );
  });
}

/**
 * @typedef {{ message?: string, location?: { file: string, line: number } }} PlaywrightError
 * @typedef {{ projectName: string, status: string, results: { errors: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, specs?: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {PlaywrightSuite} suite @returns {string[]} */
export function failedInPlaywright({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map((test) => `${file} (${test.projectName}): ${title}${firstErrorOf(test)}`),
  );
  return [...own, ...suites.flatMap(failedInPlaywright)];
}

/** @param {PlaywrightTest} test */
function firstErrorOf({ results }) {
  const [error] = results.flatMap(({ errors }) => errors);
  const place = error?.location;
  const at = place ? `${path.basename(place.file)}:${place.line} ` : "";
  return because(at + (error?.message ?? "no error though one was expected"));
}

/**
 * @template T
 * @param {(report: string) => Promise<T>} run
 */
async function withReport(run) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-report-"));
  try {
    return await run(path.join(folder, "report.json"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @param {any} absent is returned where the runner died before it wrote a report */
async function readReport(file, absent = {}) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return absent;
  }
}
