import type { Db } from "#server/db/database.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { closeReports, listReports, type ReportRow } from "#server/reports/repository.ts";

type Print = (line: string) => void;

const rowsPerPage = 500;

/** Prints the open reports, or all there are, newest last. */
export async function printReports(db: Db, all: boolean, print: Print): Promise<void> {
  let afterId = 0;
  for (;;) {
    const rows = await listReports(db, { all, afterId, limit: rowsPerPage });
    const last = rows.at(-1);
    if (!last) break;
    if (afterId === 0) print(reportHead(all));
    for (const row of rows) print(reportLine(all, row));
    afterId = last.id;
  }
  if (afterId === 0) print(all ? "No reports" : "No open reports");
}

/** Closes those of `ids` that are open. @throws {StartFault} naming the others. */
export async function closeAndPrint(db: Db, ids: number[], print: Print): Promise<void> {
  const closed = await closeReports(db, ids);
  if (closed.length > 0) print(`✓ Closed ${closed.toSorted((a, b) => a - b).join(", ")}`);
  const others = ids.filter((id) => !closed.includes(id));
  if (others.length > 0) throw new StartFault(others.map((id) => `there is no open report ${id}`));
}

const nameMax = 28;

function cut(text: string): string {
  const letters = [...text];
  return letters.length > nameMax ? `${letters.slice(0, nameMax - 1).join("")}…` : text;
}

/** "12 Каримов Алишер": the id by which the operator finds them, whatever they call themselves. */
const member = (id: number, name: string) => `${id} ${cut(plainLine(name))}`.trim();

const minute = (time: Date) => time.toISOString().slice(0, 16).replace("T", " ");

const columns: { title: string; width: number; of: (row: ReportRow) => string }[] = [
  { title: "id", width: 7, of: ({ id }) => String(id) },
  { title: "time (UTC)", width: 17, of: ({ created_at }) => minute(created_at) },
  { title: "from", width: 36, of: (row) => member(row.reporter_id, row.reporter) },
  { title: "about", width: 36, of: (row) => member(row.reported_id, row.reported) },
  { title: "open", width: 5, of: ({ open_about }) => String(open_about) },
  { title: "reason", width: 7, of: ({ reason }) => reason },
  { title: "closed", width: 17, of: ({ closed_at }) => (closed_at ? minute(closed_at) : "") },
  { title: "text", width: 0, of: ({ text }) => plainLine(text ?? "") },
];

/** A line of the table, in which `open` is the number of open reports about that member. */
const lineOf = (all: boolean, cell: (column: (typeof columns)[number]) => string) =>
  columns
    .filter(({ title }) => all || title !== "closed")
    .map((column) => cell(column).padEnd(column.width))
    .join(" ")
    .trimEnd();

const reportHead = (all: boolean) => lineOf(all, ({ title }) => title);

export const reportLine = (all: boolean, row: ReportRow) => lineOf(all, ({ of }) => of(row));
