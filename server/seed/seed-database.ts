import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { hashPassword } from "#server/auth/passwords/password.ts";
import type { Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import type { SeedAmounts } from "#server/seed/arguments.ts";
import { dropIndexes } from "#server/seed/dropped-indexes.ts";
import { makePlan, type SeedRequest } from "#server/seed/plan.ts";
import {
  advanceSeeding,
  beginSeeding,
  endSeeding,
  findSeeding,
  type Seeding,
} from "#server/seed/progress.ts";
import { type Step, stepsOf } from "#server/seed/steps.ts";
import { StartFault } from "#server/infra/start-fault.ts";

export interface SeedOptions extends SeedAmounts {
  domain: string;
  /** The password hash of all seeded members; null when nobody knows their password. */
  password: string | null;
}

/** The progress of a seeding: its step, and how many items of it are done. */
export interface SeedProgress {
  steps: readonly Step[];
  step: number;
  done: number;
}

/** Where the root domain can only be this machine, members may have a known password. */
export const passwordUnder = (rootDomain: string) =>
  rootDomain.endsWith(".localhost") ? "kampus seeded" : null;

/**
 * Seeds in parts, each of which is done completely or not at all; called again with the same arguments it continues an
 * interrupted seeding, with the same result. @throws {StartFault} where members exist and none are to be added, or
 * another seeding is unfinished.
 */
export async function seedDatabase(
  db: Db,
  options: SeedOptions,
  onProgress: (progress: SeedProgress) => void = () => undefined,
): Promise<{ first: number; jobs: number }> {
  const seeding = (await resume(db, options)) ?? (await begin(db, options));
  const steps = stepsOf(seeding);
  let { step, done } = seeding;
  onProgress({ steps, step, done });
  for (let current = steps[step]; current; current = steps[step]) {
    const upTo = Math.min(current.total, done + current.atOnce);
    const next = upTo < current.total ? { step, done: upTo } : { step: step + 1, done: 0 };
    await runPart(db, current, { step, done, upTo }, next);
    ({ step, done } = next);
    onProgress({ steps, step, done });
  }
  await endSeeding(db);
  return { first: seeding.plan.before + 1, jobs: seeding.plan.jobs };
}

const requestOf = ({ password, ...options }: SeedOptions): SeedRequest => ({
  ...options,
  withPassword: password !== null,
});

async function resume(db: Db, options: SeedOptions): Promise<Seeding | undefined> {
  const seeding = await findSeeding(db);
  if (!seeding || isDeepStrictEqual(seeding.plan.asked, requestOf(options))) return seeding;
  const { members, educations, friendships, add } = seeding.plan.asked;
  const command = `--members ${members} --educations ${educations} --friendships ${friendships}`;
  throw new StartFault([
    "A seeding of this database is unfinished; in the same environment, this command continues it:",
    `npm run seed -- ${command}${add ? " --add" : ""}`,
  ]);
}

async function begin(db: Db, options: SeedOptions): Promise<Seeding> {
  const passwordHash = await hashPassword(options.password ?? randomBytes(32).toString("hex"));
  return db.transaction().execute(async (trx) => {
    await allowLongWork(trx);
    const existing = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (existing && !options.add)
      throw new StartFault([
        "There are members in this database already; with --add others are put beside them",
      ]);
    const plan = await makePlan(trx, requestOf(options), passwordHash);
    return beginSeeding(trx, { plan, laid_aside: existing ? [] : await dropIndexes(trx) });
  });
}

async function runPart(
  db: Db,
  current: Step,
  { upTo, ...from }: { step: number; done: number; upTo: number },
  next: { step: number; done: number },
): Promise<void> {
  if (!current.outsideTransaction)
    return db.transaction().execute(async (trx) => {
      await allowLongWork(trx);
      // The estimated cost would make PostgreSQL compile the statements, which takes longer than it saves.
      await sql`SET LOCAL jit = off`.execute(trx);
      await sql`SET LOCAL kampus.people_index = 'off'`.execute(trx);
      await advanceSeeding(trx, from, next);
      await current.run(trx, from.done, upTo);
    });
  await current.run(db, from.done, upTo);
  await advanceSeeding(db, from, next);
}
