import type { ClientBase } from "pg";
import { traced } from "#server/telemetry/tracing.ts";

type Query = (...parameters: unknown[]) => unknown;
interface Named {
  text?: string;
  name?: string;
}
type Done = (...results: unknown[]) => void;

/**
 * Makes every query of a connection a span of the calling trace. Neither its text nor its values are recorded (SEC-Q2).
 */
export function traceQueries(client: ClientBase): void {
  const query = client.query.bind(client) as Query; // one of many overloads
  const queryTraced: Query = (...parameters) => {
    const notes = notesOf(parameters[0]);
    const done = parameters.at(-1);
    if (typeof done !== "function") return traced(notes, () => query(...parameters));
    // The pool's own form.
    const { promise, resolve } = Promise.withResolvers<undefined>();
    void traced(notes, () => promise);
    const end: Done = (...results) => {
      resolve(undefined);
      (done as Done)(...results); // a function, as was checked above
    };
    return query(...parameters.slice(0, -1), end);
  };
  Object.assign(client, { query: queryTraced });
}

function notesOf(query: unknown) {
  const given = typeof query === "string" ? { text: query } : (query as Named); // pg takes nothing else
  const summary = summaryOf(given.text ?? "");
  return {
    name: given.name ?? summary,
    kind: "client" as const,
    attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
  };
}

const wordsRead = 2_000;

/** The operation of a query and its first table: `SELECT chat_members`. */
function summaryOf(text: string): string {
  const begun = text.slice(0, wordsRead);
  const [operation = "query"] = /[a-z]+/i.exec(begun) ?? [];
  const [, table] = /\b(?:from|into|update|table)\s+"?([a-z_][\w.]*)/i.exec(begun) ?? [];
  return [operation.toUpperCase(), table].filter(Boolean).join(" ");
}
