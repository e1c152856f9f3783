import { plainLine } from "#server/infra/plain-line.ts";

interface Column<Row> {
  title: string;
  /** 0 for the last column, which takes the rest of the line. */
  width: number;
  of: (row: Row) => string;
}

interface ListOptions<Row> {
  columns: Column<Row>[];
  empty: string;
  /** Printed below the rows when more can be listed. */
  more?: string | undefined;
}

export type Output = ReturnType<typeof createOutput>;

interface OutputOptions {
  isJson: boolean;
  isDryRun: boolean;
  showProgress: (text: string) => void;
}

/** Collects what a command prints, so that nothing is printed that the commit then refuses. */
export function createOutput({ isJson, isDryRun, showProgress }: OutputOptions) {
  const lines: string[] = [];
  const line = (text: string) => {
    if (!isJson) lines.push(text);
  };
  return {
    showProgress,
    line,
    /** Reports what was done, or in a dry run would be. */
    done: (text: string) => {
      line(isDryRun ? `dry run: ${text}` : `✓ ${text}`);
    },
    /** Prints a secret once; a dry run has created nothing that it would open. */
    secret: (text: string) => {
      if (!isDryRun) line(text);
    },
    /**
     * Prints rows as a table, or with `--json` as one JSON list.
     */
    list: <Row extends object>(rows: Row[], { columns, empty, more }: ListOptions<Row>) => {
      if (isJson) {
        lines.push(plainJson(rows));
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
    /** Prints one object, as lines or with `--json` as JSON. */
    show: (thing: object, shown: string[]) => {
      lines.push(...(isJson ? [plainJson(thing)] : shown.map(plainLine)));
    },
    take: () => lines.splice(0),
  };
}

/** JSON whose text cannot control a terminal: JSON itself escapes only some control characters. */
const plainJson = (value: object) =>
  JSON.stringify(value, null, 2).replace(/[\u007f-\u009f\u2028\u2029]|\p{Cf}/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character, at)).join(""),
  );

const escaped = (text: string, at: number) =>
  `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;

const nameMax = 28;

/** Cuts between characters, never within one. */
export function shortenName(text: string): string {
  const letters = [...plainLine(text)];
  return letters.length > nameMax ? `${letters.slice(0, nameMax - 1).join("")}…` : letters.join("");
}

export const minute = (time: Date | null) =>
  time ? time.toISOString().slice(0, 16).replace("T", " ") : "";
