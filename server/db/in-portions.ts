/**
 * Handles rows in portions of `rowsAtOnce`, so that no statement takes long, until none is left or the signal is given;
 * returns how many rows in all.
 */
export async function inPortions(
  rowsAtOnce: number,
  handlePortion: () => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let handled = 0;
  for (let portion = rowsAtOnce; portion === rowsAtOnce && !signal?.aborted; handled += portion)
    portion = await handlePortion();
  return handled;
}

/** Yields all rows in the order of a number, page by page; `read` returns the rows after a number, and none at the end. */
export async function* pagesAfter<Row>(
  read: (after: number) => Promise<Row[]>,
  numberOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    after = numberOf(last);
    yield rows;
  }
}
