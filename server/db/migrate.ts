import { Migrator } from "kysely/migration";
import type { Db } from "#server/db/database.ts";
import * as foundation from "#server/db/migrations/0001-foundation.ts";

/** In order of their names; a migration that has shipped is never edited, only followed by another. */
const migrations = { "0001-foundation": foundation };

/** Brings the schema up to date. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error("migration failed", { cause: error });
}
