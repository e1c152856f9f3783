import type { Transaction } from "kysely";
import type { Tables } from "#server/db/tables.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

/**
 * Does something in a transaction that stays open, with its locks, until the returned function is called, which may be
 * called again. On the embedded database nothing else could be done meanwhile.
 */
export async function holdOpen(
  { db }: Pick<TestKampus, "db">,
  work: (trx: Transaction<Tables>) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
  const { promise: isDone, resolve: done } = Promise.withResolvers<undefined>();
  const holding = db.transaction().execute(async (trx) => {
    await work(trx);
    done(undefined);
    await mayEnd;
  });
  await Promise.race([isDone, holding]);
  return () => {
    end(undefined);
    return holding;
  };
}
