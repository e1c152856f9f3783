import type { Transaction } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";

/** Where a portion ended, and what follows: the next one at once, later ones when there are more rows, or none ever. */
interface Portion {
  after: number;
  next: "now" | "later" | "never";
}

/** A portion that ended at `last`; the walk is over where there was no row. */
export const portionUpTo = (last: number | null | undefined, after: number): Portion =>
  typeof last === "number" ? { after: last, next: "now" } : { after, next: "never" };

/**
 * Continues a walk over a table by id (the table `walks`, D-NOTED) until the signal, a portion in each transaction. One node
 * at a time walks: others leave it to that one. A walk that is over does nothing.
 */
export async function walkOn(
  db: Db,
  name: string,
  walkPortion: (trx: Transaction<Tables>, after: number) => Promise<Portion>,
  signal?: AbortSignal,
): Promise<void> {
  const step = () =>
    db.transaction().execute(async (trx) => {
      const walk = await trx
        .selectFrom("walks")
        .select("after")
        .where("name", "=", name)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!walk) return false;
      const { after, next } = await walkPortion(trx, walk.after);
      if (next === "never") await trx.deleteFrom("walks").where("name", "=", name).execute();
      else if (after !== walk.after)
        await trx.updateTable("walks").set({ after }).where("name", "=", name).execute();
      return next === "now";
    });
  while (!signal?.aborted && (await step()));
}
