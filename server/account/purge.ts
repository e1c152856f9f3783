import fp from "fastify-plugin";
import { sql } from "kysely";
import type { Logger } from "pino";
import { defaultLocale } from "#lib/i18n/locales.ts";
import { restorableIfDeletedAfter } from "#server/auth/repository.ts";
import { deleteExpiredSessions } from "#server/auth/stored-sessions.ts";
import type { Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { hourMs } from "#server/infra/durations.ts";
import { deleteJobsTo } from "#server/infra/jobs/job-queue.ts";
import { recurring } from "#server/infra/recurring.ts";

/** Deletes in the transaction the data that one feature holds of a member. */
export type Forget = (trx: Db, userId: number) => Promise<void>;

interface Options {
  db: Db;
  forget: Forget[];
  /**
   * Deletes one portion of the data for which a single transaction would block chats of others too long; returns
   * whether there was any.
   */
  forgetPortion: (trx: Db, userId: number) => Promise<boolean>;
}

type Forgetting = Omit<Options, "db">;

/**
 * Purges at start and every hour on every node. Each account is purged by one node at a time: in portions, then the
 * rest in one transaction.
 */
export const purgePlugin = fp<Options>((app, options) => {
  recurring(app, {
    name: "purge",
    everyMs: hourMs,
    work: (signal) => purgeAccounts(options, app.log, signal),
    failed: "could not purge accounts, will try again",
  });
});

/**
 * Purges every account whose 30 days are over and deletes expired sessions; returns how many accounts it purged. An
 * account that cannot be purged does not hold up the others; the signal ends it between two steps. @throws its error,
 * once the others are purged
 */
export async function purgeAccounts(
  options: Options,
  log: Pick<Logger, "error">,
  signal?: AbortSignal,
): Promise<number> {
  await deleteExpiredSessions(options.db, signal);
  let purged = 0;
  const failed: FailedPurge[] = [];
  while (!signal?.aborted) {
    const step = await purgeNext(options, failed);
    if (step === "nothing") break;
    if (step === "account") purged += 1;
    if (typeof step === "string") continue;
    log.error({ err: step.error, account: step.account }, "could not purge an account");
    failures += 1;
    failed.push(step);
  }
  const [first] = failed;
  if (first) throw first.error;
  return purged;
}

interface FailedPurge {
  account: number;
  error: unknown;
}

let failures = 0;

/** How often this process has failed to purge an account. */
export const purgeFailures = () => failures;

/**
 * The row of the account remains, because messages refer to it as their author. A purge that is killed midway is
 * continued by the next run, since the account can no longer be restored. The lock lets new rows refer to the account:
 * who forwards a message of its member has locked a chat by then, for which the purge may wait.
 */
async function purgeNext(
  { db, ...forgetting }: Options,
  failed: FailedPurge[],
): Promise<"nothing" | "portion" | "account" | FailedPurge> {
  let taken: number | undefined;
  const step = db.transaction().execute(async (trx) => {
    const passed = failed.map(({ account }) => account);
    const account = await lockNextToPurge(trx, passed).executeTakeFirst();
    if (!account) return "nothing" as const;
    taken = account.id;
    return purgeStep(trx, account, forgetting);
  });
  try {
    return await step;
  } catch (error) {
    // If no account was taken, the database failed, not the purge of an account.
    if (taken === undefined) throw error;
    return { account: taken, error };
  }
}

/** The account that has waited longest of those whose 30 days are over, but for those that were passed over. */
export const lockNextToPurge = (trx: Db, passed: number[]) =>
  trx
    .selectFrom("users")
    .select(["id", "email", "phone"])
    .where("deleted_at", "<=", restorableIfDeletedAfter)
    .where("purged_at", "is", null)
    .where(sql<boolean>`id <> ALL (${passed}::integer[])`)
    .orderBy("deleted_at")
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked();

/**
 * Purges an account that was closed for good, in the same steps as the hourly purge, which continues it where this
 * is interrupted, but without the time limit of a request. `onPortion` is called after each portion with how many there
 * were.
 */
export async function purgeClosed(
  db: Db,
  userId: number,
  forgetting: Forgetting,
  onPortion: (portions: number) => void = () => undefined,
): Promise<void> {
  const step = () =>
    db.transaction().execute(async (trx) => {
      await allowLongWork(trx);
      const account = await lockUnpurged(trx, userId);
      return account ? purgeStep(trx, account, forgetting) : "nothing";
    });
  for (let portions = 1; (await step()) === "portion"; portions += 1) onPortion(portions);
}

/**
 * Tries the first portion and the rest of such a purge in a transaction that is rolled back: all portions in one would hold
 * up all chats of the member.
 */
export async function tryPurge(
  trx: Db,
  userId: number,
  { forget, forgetPortion }: Forgetting,
): Promise<void> {
  const account = await lockUnpurged(trx, userId);
  if (!account) return;
  await forgetPortion(trx, userId);
  await purgeAccount(trx, account, forget);
}

const lockUnpurged = (trx: Db, userId: number) =>
  trx
    .selectFrom("users")
    .select(["id", "email", "phone"])
    .where("id", "=", userId)
    .where("purged_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Purges a portion of an account, or the rest when no portion is left; `trx` has locked the row. */
async function purgeStep(
  trx: Db,
  account: Parameters<typeof purgeAccount>[1],
  { forget, forgetPortion }: Forgetting,
): Promise<"portion" | "account"> {
  if (await forgetPortion(trx, account.id)) return "portion";
  await purgeAccount(trx, account, forget);
  return "account";
}

/** In the transaction that closes an account for good: from then on only a purge can follow. */
export async function closeForGood(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable("users")
    .set({ deleted_at: sql<Date>`least(deleted_at, ${restorableIfDeletedAfter})` })
    .where("id", "=", userId)
    .execute();
}

/** Deletes all data of a member (D-PURGED); `trx` has locked the row. */
async function purgeAccount(
  trx: Db,
  { id, email, phone }: { id: number; email: string; phone: string | null },
  forget: Forget[],
): Promise<void> {
  // Before the chats, since nobody can write in them from then on.
  for (const table of [
    "sessions",
    "email_verifications",
    "asked_codes",
    "recovery_codes",
    "known_devices",
    "phone_changes",
    // After the sessions, whose end begins an epoch.
    "link_epochs",
  ] as const)
    await trx.deleteFrom(table).where("user_id", "=", id).execute();
  const recipients = phone === null ? [email] : [email, phone];
  await trx.deleteFrom("mailbox").where("recipient", "in", recipients).execute();
  await deleteJobsTo(trx, recipients);
  for (const forgetMember of forget) await forgetMember(trx, id);
  await trx
    .updateTable("users")
    .set({
      // This is no valid address: nobody can sign up or in with it, and the former one is free.
      email: `purged:${id}`,
      phone: null,
      surname: "",
      name: "",
      patronymic: "",
      search_name: "",
      password_hash: "",
      verified_at: null,
      locale: defaultLocale,
      time_zone: null,
      birth_day: null,
      birth_month: null,
      suspended_at: null,
      suspended_until: null,
      suspended_for: null,
      // These two dates are personal data too, so they become the moment of the purge.
      created_at: sql<Date>`now()`,
      phone_changed_at: sql<Date>`now()`,
      deleted_at: sql<Date>`coalesce(deleted_at, now())`,
      purged_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .execute();
}
