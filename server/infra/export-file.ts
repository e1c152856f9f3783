import { type SelectQueryBuilder, sql } from "kysely";
import { pagesAfter } from "#server/db/in-portions.ts";
import type { Reader } from "#server/plugins/session.ts";

/** One file of a member's archive; its content is read in chunks while it is sent. */
export interface ExportFile {
  name: string;
  /** Null if the file cannot be read now: the archive then says so, and contains the others. */
  content: AsyncIterable<string | Uint8Array> | null;
  /** Set for pictures and videos, which are compressed already, so that packing them would only cost time. */
  isPacked?: boolean;
}

/** The files of one feature for a member, in their language. No transaction may be held between chunks. */
export type ExportPart = (reader: Reader) => AsyncIterable<ExportFile>;

/** A part that is one JSON list. */
export const listPart = (
  name: string,
  pages: (reader: Reader) => AsyncIterable<unknown[]>,
): ExportPart =>
  async function* (reader) {
    yield { name, content: jsonList(pages(reader)) };
  };

/** A part that is one JSON value. */
export const jsonPart = (name: string, read: (reader: Reader) => Promise<unknown>): ExportPart =>
  async function* (reader) {
    yield { name, content: json(() => read(reader)) };
  };

/** A JSON list of all items on the pages, one item a line. */
export async function* jsonList(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((item) => JSON.stringify(item)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

const rowsPerPage = 500;

/** Yields all rows of a query in the order of an id, page by page; `column` is what the query selects as `key`. */
export const rowsInOrder = <
  DB,
  TB extends keyof DB,
  Key extends string,
  Row extends Record<Key, number>,
>(
  query: SelectQueryBuilder<DB, TB, Row>,
  key: Key,
  column: string = key,
) =>
  pagesAfter(
    (after) =>
      query
        .where(sql<boolean>`${sql.ref(column)} > ${after}`)
        .orderBy(sql.ref(column))
        .limit(rowsPerPage)
        .execute(),
    (row) => row[key],
  );

/** Yields all rows of a list, page by page; `list` returns the page at a cursor. */
export async function* pagesByCursor<Row>(
  list: (cursor?: string) => Promise<{ data: Row[]; meta: { next: string | null } }>,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  do {
    const { data, meta } = await list(cursor);
    yield data;
    cursor = meta.next ?? undefined;
  } while (cursor !== undefined);
}

/** One JSON value. */
export async function* json(read: () => Promise<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(await read(), null, 2)}\n`;
}
