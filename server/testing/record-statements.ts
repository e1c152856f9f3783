/**
 * Notes which statements the server sends while its tests run, for `npm run bench -- queries`: each text once, with the file
 * that sends it. Statements of the tests themselves are left out.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { Client, type QueryConfig } from "pg";
import { longPrefix } from "#server/db/server-pool.ts";

/** A line of the file that is written; bench/queries/recorded-statements.ts reads it. */
interface RecordedStatement {
  text: string;
  /** Numbers as they were given, since plans depend on a LIMIT; what else members sent is nobody's business. */
  parameters: (number | null)[];
  /** By a name it is planned once per connection (server/db/server-pool.ts). */
  name: string | null;
  /** The file in which the statement is written, as far as the call tells. */
  source: string;
}

/** Awaits of a route that stand between it and the connection. */
const framesMax = 100;
const frame = /\/((?:server|node_modules\/pg-boss)\/[^\s):?]+)[?:]/;
/** Statements of tests are left out, and those of the job queue, a library whose rows go when the job is done. */
const leftOut = /^server\/testing\/|\.test\.ts$|^node_modules\//;
/** They pass on what others ask. */
const passesOn =
  /^server\/(?:db|plugins|telemetry)\/(?!migrat|replicas|partition|one-at|in-batches)/;

/** From now on the statements of this process are appended to the file, as lines of JSON. */
export function recordStatements(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  Error.stackTraceLimit = framesMax;
  const known = new Set<string>();
  const send = Reflect.get(Client.prototype, "query") as (...given: unknown[]) => unknown; // one of many overloads
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const [query, values] = given as [string | QueryConfig | undefined, unknown]; // pg's overloads
    const config = typeof query === "string" ? { text: query } : (query ?? { text: "" });
    if (!known.has(config.text)) {
      const source = sourceOf(new Error().stack ?? "");
      if (source !== null && !leftOut.test(source)) {
        known.add(config.text);
        const asked = config.values ?? (Array.isArray(values) ? (values as unknown[]) : []);
        const parameters = asked.map((value) => (typeof value === "number" ? value : null));
        const recorded: RecordedStatement = {
          text: config.text,
          parameters,
          source,
          // What is long is named as well, but planned with the settings of every other statement.
          name: config.name?.startsWith(longPrefix) ? null : (config.name ?? null),
        };
        appendFileSync(file, `${JSON.stringify(recorded)}\n`);
      }
    }
    return send.apply(this, given);
  } as Client["query"]; // it takes what each overload takes
}

function sourceOf(stack: string): string | null {
  const files = stack.split("\n").flatMap((line) => frame.exec(line)?.[1] ?? []);
  return files.find((file) => !passesOn.test(file) && !file.includes("record-statements")) ?? null;
}
