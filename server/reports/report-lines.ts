import { plainLine } from "#server/infra/plain-line.ts";
import type { ReportRow } from "#server/reports/repository.ts";

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

/** Of a table: `open` says how many open reports there are about that member. */
const lineOf = (all: boolean, cell: (column: (typeof columns)[number]) => string) =>
  columns
    .filter(({ title }) => all || title !== "closed")
    .map((column) => cell(column).padEnd(column.width))
    .join(" ")
    .trimEnd();

export const reportHead = (all: boolean) => lineOf(all, ({ title }) => title);

export const reportLine = (all: boolean, row: ReportRow) => lineOf(all, ({ of }) => of(row));
