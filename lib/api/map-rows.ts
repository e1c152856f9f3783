import type { InfiniteData } from "@tanstack/react-query";

/** The loaded pages of a list with the rows of each changed; cursors and totals stay as they were. */
export const mapRows = <Page extends { data: unknown[] }, Cursor>(
  list: InfiniteData<Page, Cursor>,
  change: (rows: Page["data"]) => Page["data"],
): InfiniteData<Page, Cursor> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: change(page.data) })),
});
