import { isDeepStrictEqual } from "node:util";
import type { Language } from "#lib/languages/schema.ts";
import type { Db } from "#server/db/database.ts";

export function listLanguages(db: Db): Promise<Language[]> {
  return db.selectFrom("languages").selectAll().orderBy("id").execute();
}

export async function storeLanguages(db: Db, languages: Language[]): Promise<void> {
  await db.deleteFrom("languages").execute();
  await db.insertInto("languages").values(languages).execute();
}

/** Whether `storeLanguages` would change nothing. */
export const areLanguagesStored = async (db: Db, languages: Language[]): Promise<boolean> => {
  const stored = await db.selectFrom("languages").select(["id", "name", "locale"]).execute();
  const byId = (one: Language, other: Language) => one.id - other.id;
  return isDeepStrictEqual(stored.toSorted(byId), languages.toSorted(byId));
};
