import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import * as foundation from "#server/db/migrations/0001-foundation.ts";
import * as recovery from "#server/db/migrations/0002-recovery.ts";
import * as account from "#server/db/migrations/0003-account.ts";
import * as reference from "#server/db/migrations/0004-reference.ts";
import * as profile from "#server/db/migrations/0005-profile.ts";
import * as people from "#server/db/migrations/0006-people.ts";
import * as peopleSearch from "#server/db/migrations/0007-people-search.ts";
import * as suggestions from "#server/db/migrations/0008-suggestions.ts";
import * as messenger from "#server/db/migrations/0009-messenger.ts";
import * as searchAtOnce from "#server/db/migrations/0010-search-at-once.ts";
import * as recoveryPhone from "#server/db/migrations/0011-recovery-phone.ts";
import * as knownDevices from "#server/db/migrations/0012-known-devices.ts";
import * as suspendedAccounts from "#server/db/migrations/0013-suspended-accounts.ts";
import * as toldLater from "#server/db/migrations/0014-told-later.ts";
import * as linkEpochs from "#server/db/migrations/0015-link-epochs.ts";
import * as unseenAcceptances from "#server/db/migrations/0016-unseen-acceptances.ts";
import * as leavingYears from "#server/db/migrations/0017-leaving-years.ts";
import * as institutionWords from "#server/db/migrations/0018-institution-words.ts";
import * as captchas from "#server/db/migrations/0019-captchas.ts";
import * as endedSessions from "#server/db/migrations/0020-ended-sessions.ts";
import * as nodes from "#server/db/migrations/0021-nodes.ts";
import * as operators from "#server/db/migrations/0023-operators.ts";
import * as replicatedPresence from "#server/db/migrations/0025-replicated-presence.ts";
import * as memberSchools from "#server/db/migrations/0026-member-schools.ts";
import * as institutionRequests from "#server/db/migrations/0027-institution-requests.ts";
import * as studyGroups from "#server/db/migrations/0028-study-groups.ts";
import * as classChats from "#server/db/migrations/0029-class-chats.ts";
import * as classMembers from "#server/db/migrations/0030-class-members.ts";
import * as invitations from "#server/db/migrations/0032-invitations.ts";
import * as classEvents from "#server/db/migrations/0033-class-events.ts";
import * as birthdays from "#server/db/migrations/0034-birthdays.ts";
import * as home from "#server/db/migrations/0035-home.ts";
import * as sectionPrivacy from "#server/db/migrations/0036-section-privacy.ts";
import * as readsWithoutScans from "#server/db/migrations/0037-reads-without-scans.ts";
import * as reportSubjects from "#server/db/migrations/0038-report-subjects.ts";
import * as studyYears from "#server/db/migrations/0039-study-years.ts";
import * as classChatRemovals from "#server/db/migrations/0040-class-chat-removals.ts";
import * as classTitles from "#server/db/migrations/0041-class-titles.ts";
import * as codesByAsker from "#server/db/migrations/0042-codes-by-asker.ts";
import * as unlistedMembers from "#server/db/migrations/0043-unlisted-members.ts";
import * as chatsOfNobody from "#server/db/migrations/0044-chats-of-nobody.ts";
import * as chatsOfNobodyIndex from "#server/db/migrations/0045-index-of-chats-of-nobody.ts";
import * as reportedContent from "#server/db/migrations/0046-reported-content.ts";
import * as triedFiles from "#server/db/migrations/0047-tried-files.ts";
import * as triedFilesIndex from "#server/db/migrations/0048-index-of-tried-files.ts";
import { errorCodeOf, errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

/** In order of their names; a migration that has shipped is never edited, only followed by another. */
const migrations: Migrations = {
  "0001-foundation": foundation,
  "0002-recovery": recovery,
  "0003-account": account,
  "0004-reference": reference,
  "0005-profile": profile,
  "0006-people": people,
  "0007-people-search": peopleSearch,
  "0008-suggestions": suggestions,
  "0009-messenger": messenger,
  "0010-search-at-once": searchAtOnce,
  "0011-recovery-phone": recoveryPhone,
  "0012-known-devices": knownDevices,
  "0013-suspended-accounts": suspendedAccounts,
  "0014-told-later": toldLater,
  "0015-link-epochs": linkEpochs,
  "0016-unseen-acceptances": unseenAcceptances,
  "0017-leaving-years": leavingYears,
  "0018-institution-words": institutionWords,
  "0019-captchas": captchas,
  "0020-ended-sessions": endedSessions,
  "0021-nodes": nodes,
  "0023-operators": operators,
  "0025-replicated-presence": replicatedPresence,
  "0026-member-schools": memberSchools,
  "0027-institution-requests": institutionRequests,
  "0028-study-groups": studyGroups,
  "0029-class-chats": classChats,
  "0030-class-members": classMembers,
  "0032-invitations": invitations,
  "0033-class-events": classEvents,
  "0034-birthdays": birthdays,
  "0035-home": home,
  "0036-section-privacy": sectionPrivacy,
  "0037-reads-without-scans": readsWithoutScans,
  "0038-report-subjects": reportSubjects,
  "0039-study-years": studyYears,
  "0040-class-chat-removals": classChatRemovals,
  "0041-class-titles": classTitles,
  "0042-codes-by-asker": codesByAsker,
  "0043-unlisted-members": unlistedMembers,
  "0044-chats-of-nobody": chatsOfNobody,
  "0045-index-of-chats-of-nobody": chatsOfNobodyIndex,
  "0046-reported-content": reportedContent,
  "0047-tried-files": triedFiles,
  "0048-index-of-tried-files": triedFilesIndex,
};

interface KampusMigration extends Migration {
  /**
   * Builds an index CONCURRENTLY, which is impossible in a transaction, while members write. An interrupted build
   * leaves an invalid index behind, so it first drops its index, if there is one, and does nothing else that could not be
   * done twice.
   */
  outsideTransaction?: boolean;
}

export type Migrations = Record<string, KampusMigration>;

interface MigrateOptions {
  known?: Migrations;
  /** How long a migration waits for a lock, and with it every query that needs the same table after it. */
  lockMsMax?: number;
  tries?: number;
  onDone?: (name: string) => void;
}

const retriedAfterMs = 1_000;
const lockNotAvailable = "55P03";

/**
 * Brings the schema up to date, and returns the migrations that were needed. Must be called within `oneAtATime`, so that
 * no other node migrates meanwhile. @throws {StartFault} as `readSchema`, and naming the migration that failed: those before
 * it stay
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const { known = migrations, lockMsMax = 3_000, tries = 20, onDone } = options;
  const { pending } = await readSchema(db, known);
  for (const name of pending) {
    if (known[name]?.outsideTransaction) await runMigration(db, known, name);
    else await retryLocked(name, tries, () => migrateInTransaction(db, known, name, lockMsMax));
    onDone?.(name);
  }
  return pending;
}

/**
 * The migrations of this build that the schema lacks, and those of a newer build that it has: after a rollback the
 * older build serves on that schema (D-SCHEMA). @throws {StartFault} where the schema is neither older nor newer.
 */
export async function readSchema(
  db: Db,
  known: Migrations = migrations,
): Promise<{ pending: string[]; newer: string[] }> {
  const names = Object.keys(known).sort();
  const applied = await appliedMigrations(db);
  const pending = names.filter((name) => !applied.includes(name));
  const newer = applied.filter((name) => !(name in known));
  const last = names.at(-1) ?? "";
  if (newer.length > 0 && (pending.length > 0 || newer.some((name) => name < last)))
    throw new StartFault([
      `DATABASE_URL: the database was migrated by a different version of Kampus: it has ${newer.join(", ")}` +
        (pending.length > 0 ? `, but lacks ${pending.join(", ")}` : ""),
    ]);
  return { pending, newer };
}

/** @throws {StartFault} where the schema lacks what this build needs. */
export async function requireSchema(db: Db): Promise<void> {
  const { pending } = await readSchema(db);
  if (pending.length > 0)
    throw new StartFault([
      `DATABASE_URL: the schema is older than this build (${pending.length} migrations): start Kampus, or run npm run migrate`,
    ]);
}

export const isOutsideTransaction = (name: string) => migrations[name]?.outsideTransaction === true;

async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql`SELECT WHERE to_regclass('kysely_migration') IS NOT NULL`.execute(db);
  if (table.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** An index on millions of rows takes longer than any request may. */
function migrateInTransaction(db: Db, known: Migrations, name: string, lockMsMax: number) {
  return db.transaction().execute(async (trx) => {
    await allowLongWork(trx);
    await sql`SET LOCAL lock_timeout = ${sql.lit(lockMsMax)}`.execute(trx);
    await runMigration(trx, known, name);
  });
}

async function runMigration(db: Db, known: Migrations, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } });
  const { error } = await migrator.migrateTo(name, { disableTransactions: !db.isTransaction });
  if (!error) return;
  // A lock that was not given is waited for once more.
  if (isLockNotAvailable(error)) throw error;
  throw new StartFault([`DATABASE_URL: migration ${name} failed: ${errorMessageOf(error)}`], {
    cause: error,
  });
}

const isLockNotAvailable = (error: unknown): error is Error =>
  errorCodeOf(error) === lockNotAvailable;

/** Between two tries, the queries that waited behind the migration are served. */
async function retryLocked(name: string, tries: number, run: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      await run();
      return;
    } catch (error) {
      if (!isLockNotAvailable(error)) throw error;
      if (tried === tries)
        throw new StartFault(
          [
            `DATABASE_URL: migration ${name} got no lock in ${tries} tries: see pg_stat_activity for a long transaction`,
          ],
          { cause: error },
        );
      await setTimeout(retriedAfterMs);
    }
}
