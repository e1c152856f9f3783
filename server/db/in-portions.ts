/** Handles rows in portions of `rowsAtOnce`, so that no statement takes long; returns how many rows in all. */
export async function inPortions(
  rowsAtOnce: number,
  handlePortion: () => Promise<number>,
): Promise<number> {
  let handled = 0;
  for (let portion = rowsAtOnce; portion === rowsAtOnce; handled += portion)
    portion = await handlePortion();
  return handled;
}
