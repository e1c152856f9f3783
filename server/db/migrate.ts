import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Db } from "#server/db/database.ts";
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

/** In order of their names; a migration that has shipped is never edited, only followed by another. */
const migrations = {
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
};

/** Brings the schema up to date. An index on millions of rows takes longer than any request may. */
export async function migrate(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    const migrator = new Migrator({
      db: connection,
      provider: { getMigrations: () => Promise.resolve(migrations) },
    });
    await sql`SET statement_timeout = 0`.execute(connection);
    const { error } = await migrator.migrateToLatest();
    await sql`RESET statement_timeout`.execute(connection);
    if (error)
      throw error instanceof Error ? error : new Error("migration failed", { cause: error });
  });
}
