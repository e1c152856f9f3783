/** The tables of docs/access.md, as the tests that walk them read them. */
import { readFileSync } from "node:fs";
import type { PrivateSubject } from "#server/visibility.ts";

export const callers = [
  "anonymous",
  "unverified",
  "stranger",
  "friend",
  "owner",
  "blocker",
  "blocked",
] as const;
export type Caller = (typeof callers)[number];

export interface RouteText {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With names for ids: `/api/{locale}/user/{member}`. */
  path: string;
  /** Ids that go in the body: field → name. */
  bodyIds: Record<string, string>;
}

export interface AccessRow extends RouteText {
  statuses: Record<Caller, number>;
  /** Marked ¹: what does not exist is answered alike. */
  revealsNothing: boolean;
  /** Marked ²: everybody sees the thing itself, so what one may not do with it is 403. */
  isOpenThing: boolean;
}

export interface HiddenRow extends RouteText {
  subject: PrivateSubject;
  /** Where it stands in the answer. */
  field: string[];
  hidden: unknown;
}

const document = readFileSync(new URL("../../../docs/access.md", import.meta.url), "utf8");

const rows = document
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

export const accessRows: AccessRow[] = rows
  .filter((cells) => cells.length === 1 + callers.length)
  .map(([route = "", ...statuses]) => ({
    ...readRoute(route.replace(/[¹²]$/, "")),
    revealsNothing: route.endsWith("¹"),
    isOpenThing: route.endsWith("²"),
    statuses: Object.fromEntries(
      callers.map((caller, index) => [caller, Number(statuses[index])]),
    ) as Record<Caller, number>, // one for each caller, which the filter has counted
  }));

export const hiddenRows: HiddenRow[] = rows
  .filter((cells) => cells.length === 4)
  .map(([subject = "", route = "", field = "", hidden = ""]) => ({
    ...readRoute(route),
    subject: withoutTicks(subject) as PrivateSubject, // any other has no column, and fails the walk
    field: withoutTicks(field).split("."),
    hidden: JSON.parse(withoutTicks(hidden)) as unknown,
  }));

function readRoute(text: string): RouteText {
  const match = /^`(GET|POST|PUT|DELETE) ([^`]+)`(?: `\{ (\w+): (\w+) \}`)?$/.exec(text);
  if (!match) throw new Error(`docs/access.md: no route in ${text}`);
  const [, method, path = "", field, name] = match;
  return {
    method: method as RouteText["method"], // by the expression
    path,
    bodyIds: field && name ? { [field]: name } : {},
  };
}

function withoutTicks(cell: string): string {
  return cell.replaceAll("`", "");
}
