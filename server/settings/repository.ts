import { defaultLocale } from "#lib/i18n/locales.ts";
import type { SiteSettings } from "#lib/settings/schema.ts";
import type { Db } from "#server/db/database.ts";

/** A language without settings of its own has those of the default language. */
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
    .where("locale", "in", [locale, defaultLocale])
    .orderBy((row) => row("locale", "=", locale), "desc")
    .executeTakeFirst();
}

export async function storeSettings(db: Db, settings: Record<string, SiteSettings>): Promise<void> {
  await db.deleteFrom("site_settings").execute();
  await db
    .insertInto("site_settings")
    .values(Object.entries(settings).map(([locale, fields]) => ({ locale, ...fields })))
    .execute();
}
