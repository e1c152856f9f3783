import { isDatabaseAway } from "#server/db/database.ts";
import { type TracePlace, placeNow, tracedTogether } from "#server/telemetry/tracing.ts";

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result | PromiseLike<Result>) => void;
  reject: (error: unknown) => void;
  /** The caller's place in its trace. */
  place: TracePlace | undefined;
}

/** A larger batch would keep its first items waiting for the last. */
const batchMax = 200;

/**
 * Collects items that arrive while a run is under way and processes them in one run of `work`: `atOnce` runs at a time,
 * one by default, in the order of the calls. `work` returns a result for each item in its place; where it fails for
 * several, each is tried alone, so that only the faulty one fails. When the database goes away, all waiting items fail
 * at once, rather than each in its turn.
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<(Result | PromiseLike<Result>)[]>,
  { atOnce = 1 } = {},
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;

  const failAll = (error: unknown, ...others: Waiting<Item, Result>[]) => {
    const failed = [...others, ...waiting];
    waiting = [];
    for (const { reject } of failed) reject(error);
  };
  const run = async (batch: Waiting<Item, Result>[]) => {
    const places = batch.map(({ place }) => place);
    const results = await tracedTogether("batch", places, () =>
      work(batch.map(({ item }) => item)),
    );
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  };
  const runEachAlone = async (batch: Waiting<Item, Result>[]) => {
    for (const [index, one] of batch.entries())
      try {
        await run([one]);
      } catch (error) {
        if (isDatabaseAway(error)) {
          failAll(error, ...batch.slice(index));
          return;
        }
        one.reject(error);
      }
  };
  const runAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      try {
        await run(batch);
      } catch (error) {
        if (isDatabaseAway(error)) failAll(error, ...batch);
        else if (batch.length === 1) batch[0]?.reject(error);
        else await runEachAlone(batch);
      }
    }
    underWay -= 1;
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject, place: placeNow() });
      if (underWay >= atOnce) return;
      underWay += 1;
      // Items added in the same turn of the event loop join the batch.
      setImmediate(() => void runAll());
    });
}
