import type { AsOf } from "#lib/api/as-of.ts";

type Page<Row> = AsOf<{ data: readonly Row[] }>;

/**
 * Rows of the loaded pages, each once, in the state of the newest page and with when it was requested: a list that moved
 * between two pages may repeat a row.
 */
export function newestRows<Row>(pages: readonly Page<Row>[], idOf: (row: Row) => number) {
  const found = new Map<number, { row: Row; requestedAt: number }>();
  for (const { data, requestedAt } of pages)
    for (const row of data) {
      const known = found.get(idOf(row));
      if (!known || known.requestedAt < requestedAt) found.set(idOf(row), { row, requestedAt });
    }
  return [...found.values()];
}

/** Persons of the loaded pages, dated, so that their presence can be compared with events (lib/members/live-presence.ts). */
export const peopleOf = <P extends { id: number }>(pages: readonly Page<P>[]): AsOf<P>[] =>
  newestRows(pages, ({ id }) => id).map(({ row, requestedAt }) => ({ ...row, requestedAt }));
