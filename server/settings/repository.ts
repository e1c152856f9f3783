import type { SiteSettings } from "#lib/settings/schema.ts";
import type { Db } from "#server/db/database.ts";

export async function findSettings(db: Db, locale: string): Promise<SiteSettings | undefined> {
  return db
    .selectFrom("site_settings")
    .select([
      "email",
      "facebook",
      "instagram",
      "office_address",
      "phone_number",
      "telegram",
      "youtube",
    ])
    .where("locale", "=", locale)
    .executeTakeFirst();
}

export async function storeSettings(db: Db, settings: Record<string, SiteSettings>): Promise<void> {
  await db.deleteFrom("site_settings").execute();
  await db
    .insertInto("site_settings")
    .values(Object.entries(settings).map(([locale, fields]) => ({ locale, ...fields })))
    .execute();
}
