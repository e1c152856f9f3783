// @ts-check
/** Benchmarks one after the other, and the table of all their figures that have a limit. */

/**
 * @typedef {{ subject: string, measure: string, value: string, limit: string, kept: boolean }} Figure with its units
 * @typedef {{ benchmark: string, figures: Figure[], code: number }} Measured `code`: how it ended, 0 where all went well
 * @typedef {object} Circumstances of a run
 * @property {Date} startedAt
 * @property {string} commit
 * @property {{ processor: string, cores: number, memoryBytes: number, node: string, postgres?: string | undefined }} machine
 * @property {number[]} load over 1, 5 and 15 minutes, before anything was measured
 * @property {Record<string, string>} variables that change what is measured
 */

/**
 * Runs all of them, whatever fails, until a signal stops one.
 *
 * @param {string[]} names
 * @param {(name: string) => Promise<{ code: number, signalled: boolean, figures: Figure[] }>} run
 * @returns {Promise<{ measured: Measured[], code: number }>} `code` is that of the first that failed, 1 where only a
 * figure misses its limit, else 0
 */
export async function runBenchmarks(names, run) {
  /** @type {Measured[]} */
  const measured = [];
  for (const benchmark of names) {
    const { code, signalled, figures } = await run(benchmark);
    measured.push({ benchmark, figures, code: code === 0 && signalled ? interrupted : code });
    if (signalled) break;
  }
  const isMissed = measured.some(({ figures }) => figures.some(({ kept }) => !kept));
  return { measured, code: measured.find(({ code }) => code !== 0)?.code ?? Number(isMissed) };
}

/** The address of the PostgreSQL that benchmarks use. */
export const databaseServer = () =>
  process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";

/**
 * The exit code of a program that SIGINT ended. One that catches the signal has not measured everything either, so it
 * counts alike.
 */
const interrupted = 130;

const columns = ["Benchmark", "Subject", "Measure", "Value", "Limit", "Kept"];

/**
 * As Markdown, in columns of equal width, so that a terminal shows it as well.
 *
 * @param {Circumstances} circumstances
 * @param {Measured[]} measured
 */
export function benchmarksTable(circumstances, measured) {
  const rows = measured.flatMap(({ benchmark, figures, code }) => [
    ...figures.map(({ subject, measure, value, limit, kept }) => [
      ...[benchmark, subject, measure, value, limit],
      kept ? "✓" : "✗",
    ]),
    ...(code === 0 ? [] : [[benchmark, `ended with exit code ${code}`, "", "", "", "✗"]]),
  ]);
  const cells = [columns, ...rows].map((row) => row.map(escaped));
  const widths = columns.map((_, at) => Math.max(3, ...cells.map((row) => (row[at] ?? "").length)));
  const lines = cells.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  lines.splice(
    1,
    0,
    widths.map((width) => "-".repeat(width)),
  );
  const table = lines.map((line) => `| ${line.join(" | ")} |`);
  return `${[...head(circumstances), table.join("\n")].join("\n\n")}\n`;
}

/** @param {Circumstances} circumstances */
function head({ startedAt, commit, machine, load, variables }) {
  const [date, time] = startedAt.toISOString().split(/[T.]/);
  const set = Object.entries(variables).map(([name, value]) => `\`${name}="${value}"\``);
  const { processor, cores, memoryBytes, node, postgres } = machine;
  const memory = `${Math.round(memoryBytes / 1024 ** 3)} GB of memory`;
  const programs = [`Node ${node}`, ...(postgres ? [`PostgreSQL ${postgres}`] : [])];
  return [
    `Measured from ${date} ${time} UTC at commit ${commit}${set.length > 0 ? `, with ${set.join(", ")}` : ""}.`,
    `Machine: ${processor}, ${cores} cores, ${memory}; ${programs.join(", ")}. Load average at the start: ${load.map((one) => one.toFixed(2)).join(", ")}.`,
  ];
}

/** @param {string} cell */
const escaped = (cell) => cell.replace(/\s+/g, " ").replaceAll("|", String.raw`\|`);
