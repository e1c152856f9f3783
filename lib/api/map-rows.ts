import type { InfiniteData } from "@tanstack/react-query";

/** The loaded pages of a list with the rows of each changed; cursors and totals stay as they were. */
export const mapRows = <Page extends { data: unknown[] }, Cursor>(
  list: InfiniteData<Page, Cursor>,
  change: (rows: Page["data"]) => Page["data"],
): InfiniteData<Page, Cursor> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: change(page.data) })),
});

/** The rows of all loaded pages, each once: a list that moved between two fetches may repeat one. */
export function eachOnce<Row extends { id: number }>(pages: readonly { data: Row[] }[]): Row[] {
  const rows = new Map<number, Row>();
  for (const row of pages.flatMap(({ data }) => data)) if (!rows.has(row.id)) rows.set(row.id, row);
  return [...rows.values()];
}
