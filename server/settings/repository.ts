import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { defaultLocale } from "#lib/i18n/locales.ts";
import { type SiteSettings, siteSettings } from "#lib/settings/schema.ts";
import type { Db } from "#server/db/database.ts";

/**
 * Settings that the operator has set in the language override the file (D-OPERATED). A language without settings in the
 * file has those of the default language, with what is set there.
 */
export async function findSettings(db: Db, locale: string): Promise<SiteSettings | undefined> {
  const row = await db
    .selectFrom("site_settings")
    .select(settingFields)
    .select(
      sql<Partial<SiteSettings>>`${setIn(sql.ref("site_settings.locale"))} || ${setIn(locale)}`.as(
        "set",
      ),
    )
    .where("locale", "in", [locale, defaultLocale])
    .orderBy((settings) => settings("locale", "=", locale), "desc")
    .executeTakeFirst();
  if (!row) return undefined;
  const { set, ...settings } = row;
  return { ...settings, ...set };
}

export const settingFields = Object.keys(siteSettings.shape) as (keyof SiteSettings)[]; // a schema has the fields of its type
export type SettingField = keyof SiteSettings;

const setIn = (locale: unknown) => sql`coalesce((
  SELECT jsonb_object_agg(field, value) FROM set_settings WHERE set_settings.locale = ${locale}), '{}')`;

/** The settings that the operator has set, by language and field. */
export const listSetSettings = (db: Db) =>
  db.selectFrom("set_settings").select(["locale", "field"]).execute();

export const setSetting = (db: Db, locale: string, field: SettingField, value: string) =>
  db
    .insertInto("set_settings")
    .values({ locale, field, value })
    .onConflict((conflict) => conflict.columns(["locale", "field"]).doUpdateSet({ value }))
    .execute();

/** Removes what the operator has set, so that the file counts again. */
export const unsetSetting = (db: Db, locales: readonly string[], field: SettingField) =>
  db
    .deleteFrom("set_settings")
    .where("locale", "in", [...locales])
    .where("field", "=", field)
    .returning("locale")
    .execute();

export async function storeSettings(db: Db, settings: Record<string, SiteSettings>): Promise<void> {
  await db.deleteFrom("site_settings").execute();
  await db
    .insertInto("site_settings")
    .values(Object.entries(settings).map(([locale, fields]) => ({ locale, ...fields })))
    .execute();
}

/** Whether `storeSettings` would change nothing. */
export async function areSettingsStored(
  db: Db,
  settings: Record<string, SiteSettings>,
): Promise<boolean> {
  const rows = await db
    .selectFrom("site_settings")
    .select(["locale", ...settingFields])
    .execute();
  const stored = Object.fromEntries(rows.map(({ locale, ...fields }) => [locale, fields]));
  return isDeepStrictEqual(stored, settings);
}
