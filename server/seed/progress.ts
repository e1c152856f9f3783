/** The progress of a seeding: stored in the database itself, so that the same command continues it. */
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import { droppedIndexes } from "#server/seed/dropped-indexes.ts";
import { seedPlan } from "#server/seed/plan.ts";
import { StartFault } from "#server/infra/start-fault.ts";

const seeding = z.object({
  plan: seedPlan,
  laid_aside: droppedIndexes,
  step: z.int(),
  done: z.int(),
});
export type Seeding = z.infer<typeof seeding>;
type Place = Pick<Seeding, "step" | "done">;

/** The seeding that was begun and not finished. */
export async function findSeeding(db: Db): Promise<Seeding | undefined> {
  const { rows: tables } = await sql`SELECT WHERE to_regclass('seeding') IS NOT NULL`.execute(db);
  if (tables.length === 0) return undefined;
  const { rows } = await sql`SELECT plan, laid_aside, step, done FROM seeding`.execute(db);
  return seeding.parse(rows[0]);
}

export async function beginSeeding(
  trx: Db,
  { plan, laid_aside }: Pick<Seeding, "plan" | "laid_aside">,
): Promise<Seeding> {
  await sql`
    CREATE TABLE seeding (plan jsonb NOT NULL, laid_aside jsonb NOT NULL, step integer NOT NULL, done integer NOT NULL)`.execute(
    trx,
  );
  await sql`
    INSERT INTO seeding VALUES (${JSON.stringify(plan)}, ${JSON.stringify(laid_aside)}, 0, 0)`.execute(
    trx,
  );
  return { plan, laid_aside, step: 0, done: 0 };
}

/**
 * Stores the new position, and locks others out until the transaction ends. @throws {StartFault} when another process
 * was faster.
 */
export async function advanceSeeding(trx: Db, from: Place, to: Place): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE seeding SET step = ${to.step}, done = ${to.done} WHERE step = ${from.step} AND done = ${from.done}`.execute(
    trx,
  );
  if (numAffectedRows !== 1n)
    throw new StartFault(["Another process is seeding this database already"]);
}

export async function endSeeding(db: Db): Promise<void> {
  await sql`DROP TABLE seeding`.execute(db);
}
