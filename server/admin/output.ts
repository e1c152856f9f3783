import { plainLine } from "#server/infra/plain-line.ts";

export interface Column<Row> {
  title: string;
  /** 0 for the last one, which has what is left of the line. */
  width: number;
  of: (row: Row) => string;
}

interface ListOptions<Row> {
  columns: Column<Row>[];
  /** What is printed where there are none. */
  empty: string;
  /** The rows that follow can be asked for: printed below them. */
  more?: string | undefined;
}

export type Output = ReturnType<typeof createOutput>;

interface OutputOptions {
  isJson: boolean;
  isDryRun: boolean;
  showProgress: (text: string) => void;
}

/** Gathers what a command prints, so that it says nothing that the commit then refuses. */
export function createOutput({ isJson, isDryRun, showProgress }: OutputOptions) {
  const lines: string[] = [];
  const line = (text: string) => {
    if (!isJson) lines.push(text);
  };
  return {
    showProgress,
    line,
    /** What was done, or in a dry run would be. */
    done: (text: string) => {
      line(isDryRun ? `dry run: ${text}` : `✓ ${text}`);
    },
    /** What is shown this once; a dry run has made nothing that it would open. */
    secret: (text: string) => {
      if (!isDryRun) line(text);
    },
    /** Rows as a table, or with `--json` as one JSON list. Nothing in them can steer a terminal. */
    list: <Row extends object>(rows: Row[], { columns, empty, more }: ListOptions<Row>) => {
      if (isJson) {
        lines.push(JSON.stringify(rows, null, 2));
        return;
      }
      if (rows.length === 0) {
        lines.push(empty);
        return;
      }
      const lineOf = (cell: (column: Column<Row>) => string) =>
        columns
          .map((column) => plainLine(cell(column)).padEnd(column.width))
          .join(" ")
          .trimEnd();
      lines.push(
        lineOf(({ title }) => title),
        ...rows.map((row) => lineOf(({ of }) => of(row))),
      );
      if (more !== undefined) lines.push(more);
    },
    /** One thing, as lines or with `--json` as one JSON object. */
    show: (thing: object, shown: string[]) => {
      lines.push(...(isJson ? [JSON.stringify(thing, null, 2)] : shown.map(plainLine)));
    },
    take: () => lines.splice(0),
  };
}

const nameMax = 28;

/** Cuts between letters, never within one. */
export function shortenName(text: string): string {
  const letters = [...plainLine(text)];
  return letters.length > nameMax ? `${letters.slice(0, nameMax - 1).join("")}…` : letters.join("");
}

export const minute = (time: Date | null) =>
  time ? time.toISOString().slice(0, 16).replace("T", " ") : "";
