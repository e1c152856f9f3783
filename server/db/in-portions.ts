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
