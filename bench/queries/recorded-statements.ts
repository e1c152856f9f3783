/** The statements that the server sends, as the API tests have it send them (server/testing/record-statements.ts). */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { runNode } from "#scripts/project/child.mjs";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

const line = z.object({
  text: z.string(),
  parameters: z.array(z.number().nullable()),
  name: z.string().nullable(),
  source: z.string(),
});

export interface Statement {
  /** The file that sends it. */
  source: string;
  /** A hash of its text, the same whatever the length of its lists. */
  id: string;
  text: string;
  parameters: number;
  /** Whether it is one of the frequent queries, which are planned once per connection and without sequential scans. */
  isFrequent: boolean;
}

const file = inRoot("var/bench-queries-statements.jsonl");

/** Runs the API tests, which takes minutes, unless an earlier run has left its record and `anew` is false. */
export async function readStatements(databaseUrl: string, anew: boolean): Promise<Statement[]> {
  if (anew || !existsSync(file)) {
    rmSync(file, { force: true });
    console.log("recording the statements of the API tests …");
    const env = { RECORD_STATEMENTS: file, TEST_DATABASE_URL: databaseUrl };
    const args = ["node_modules/vitest/vitest.mjs", "run", "--project=api*", "--reporter=dot"];
    const { code } = await runNode(projectNode, args, { env });
    if (code !== 0) throw new Error("some API tests failed: not every statement was recorded");
  } else console.log(`statements as recorded before: ${path.relative(process.cwd(), file)}`);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return distinct(lines.map((each) => line.parse(JSON.parse(each))));
}

/** What can be planned: no settings, no transactions, no changes of the schema. */
const planned = /^\s*(?:select|insert|update|delete|with|values)\b/i;
const list = /\(\s*\$\d+(?:,\s*\$\d+)+\s*\)(?:,\s*\(\s*\$\d+(?:,\s*\$\d+)*\s*\))*/g;

function distinct(recorded: z.infer<typeof line>[]): Statement[] {
  const found = new Map<string, Statement>();
  for (const { text, parameters, name, source } of recorded) {
    if (!planned.test(text)) continue;
    const shape = text.replace(list, "(…)").replace(/\$\d+/g, "$").replace(/\s+/g, " ").trim();
    const id = createHash("sha256").update(shape).digest("hex").slice(0, 8);
    const known = found.get(id);
    // One text may be sent by several files: the first by name stands for them all, whoever was quicker.
    if (known && known.source <= source) continue;
    const { text: asked, count } = withLimits(text, parameters);
    found.set(id, { source, id, text: asked, parameters: count, isFrequent: name !== null });
  }
  return [...found.values()].sort(
    (one, other) => one.source.localeCompare(other.source) || one.id.localeCompare(other.id),
  );
}

/** A plan depends on how many rows are asked for, which the code decides: limits are written into the text. */
function withLimits(text: string, parameters: (number | null)[]) {
  const limited = text.replace(/\b(limit|offset) \$(\d+)/gi, (given, word: string, n: string) => {
    const value = parameters[Number(n) - 1];
    return typeof value === "number" ? `${word} ${value}` : given;
  });
  const numbers = new Map<string, number>();
  const numbered = limited.replace(/\$(\d+)/g, (_given, n: string) => {
    const number = numbers.get(n) ?? numbers.size + 1;
    numbers.set(n, number);
    return `$${number}`;
  });
  return { text: numbered, count: numbers.size };
}
