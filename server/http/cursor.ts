import { z } from "zod";
import { timestamp } from "#lib/http/schema.ts";
import { Failure } from "#server/http/failure.ts";

/** A moment in a sort key that PostgreSQL has, too: its years begin with 1. */
export const cursorTime = timestamp.check(z.refine((moment) => !moment.startsWith("0000")));

/** An opaque position in a list paged by key: the sort key of the last row returned. */
export const encodeCursor = (key: unknown[]) =>
  Buffer.from(JSON.stringify(key)).toString("base64url");

/** @throws {Failure} `invalid` for a text that `encodeCursor` did not make for this list. */
export function decodeCursor<T extends z.ZodType>(
  cursor: string | undefined,
  key: T,
): z.output<T> | null {
  if (cursor === undefined) return null;
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch (error) {
    throw new Failure("invalid", { fields: { cursor: ["Site.invalid"] }, cause: error });
  }
}

/** Makes a page of rows that were read with one more than the page holds. */
export function seekPage<Row, Item>(
  rows: Row[],
  pageSize: number,
  toItem: (row: Row) => Item,
  keyOf: (row: Row) => unknown[],
) {
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    data: page.map(toItem),
    meta: { next: rows.length > pageSize && last ? encodeCursor(keyOf(last)) : null },
  };
}
