/** What benchmarks print of their subjects, and what they note of it for the table at the end of `npm run bench`. */
import { appendFileSync } from "node:fs";
import { rounded, type Verdict } from "#bench/measure/targets.ts";
import type { Figure } from "#scripts/project/benchmarks.mjs";

/** Prints the heading of a subject, which may say more than its name in the table, and answers what prints the lines below it. */
export function reportOn(subject: string, heading = subject) {
  console.log(`\n${heading}`);
  return {
    /** What stands `beside` is printed alone. */
    line: (measure: string, shown: string | Verdict, beside = "") => {
      const text = typeof shown === "string" ? shown : record(subject, measure, shown);
      console.log(`  ${measure.padEnd(25)} ${text}${beside && `  ${beside}`}`);
    },
  };
}

/**
 * Notes a verdict, and answers its text, which is to be printed: for lines that hold several figures. It becomes a line of
 * JSON in the file that BENCH_ROWS names; a benchmark that is run by itself has none.
 */
export function record(subject: string, measure: string, verdict: Verdict): string {
  const { kept, value, relation, limit, unit } = verdict;
  const figure: Figure = {
    subject,
    measure,
    kept,
    value: `${rounded(value)}${unit}`,
    limit: `${relation} ${limit}${unit}`,
  };
  const file = process.env.BENCH_ROWS;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  return verdict.toString();
}
