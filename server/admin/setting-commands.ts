/** The settings of the site (S-SETTINGS): values set here win over data/settings.json (D-OPERATED). */
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { type Command, type Given, UsageFault } from "#server/admin/command.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import {
  findSettings,
  listSetSettings,
  type SettingField,
  settingFields,
  setSetting,
  unsetSetting,
} from "#server/settings/repository.ts";

const valueMax = 300;
const inLocale = {
  locale: { value: "LOCALE", summary: `one of ${locales.join(", ")}; all unless given` },
};

/** @throws {UsageFault} */
function localesOf(given: Given): readonly string[] {
  const locale = given.choice("locale", locales);
  return locale ? [locale] : locales;
}

/** @throws {UsageFault} */
function fieldOf(word: string | undefined): SettingField {
  const field = settingFields.find((name) => name === word);
  if (!field)
    throw new UsageFault([`${JSON.stringify(word)} is not one of ${settingFields.join(", ")}`]);
  return field;
}

/** An empty value hides the field. @throws {UsageFault} for a value that pages would not show, or an invalid link */
function valueOf(field: SettingField, text: string): string {
  const value = plainLine(text);
  const isLink = ["facebook", "instagram", "telegram", "youtube"].includes(field);
  const fault =
    value.length > valueMax
      ? `at most ${valueMax} characters`
      : isLink && value && !(value.startsWith("https://") && URL.canParse(value))
        ? "an address that begins with https:// is needed"
        : field === "email" && value && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)
          ? "a mail address is needed"
          : null;
  if (fault) throw new UsageFault([`${field} ${JSON.stringify(text)}: ${fault}`]);
  return value;
}

export const settingCommands: Command[] = [
  {
    name: "settings",
    summary: "what pages show, and whether it is set here or in data/settings.json",
    options: inLocale,
    example: "settings --locale ru",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const shown = localesOf(given);
      return async ({ trx, output }) => {
        const set = await listSetSettings(trx);
        const isSet = (locale: string, field: string) =>
          set.some((row) => row.locale === locale && row.field === field);
        const rows: { locale: string; field: string; value: string; source: string }[] = [];
        for (const locale of shown) {
          const settings = await findSettings(trx, locale);
          for (const field of settingFields)
            rows.push({
              locale,
              field,
              value: settings?.[field] ?? "",
              source: isSet(locale, field) ? "set" : "file",
            });
        }
        output.list(rows, {
          columns: [
            { title: "language", width: 9, of: ({ locale }) => locale },
            { title: "field", width: 15, of: ({ field }) => field },
            { title: "from", width: 5, of: ({ source }) => source },
            { title: "value", width: 0, of: ({ value }) => value },
          ],
          empty: "No settings",
        });
      };
    },
  },
  {
    name: "settings set",
    words: "FIELD VALUE",
    summary: "sets a field in one language or all; an empty value hides it",
    options: inLocale,
    example: "settings set telegram https://t.me/kampus --locale ru",
    alsoFor: [],
    writes: true,
    plan(given) {
      const [word, text = ""] = given.words;
      const field = fieldOf(word);
      const value = valueOf(field, text);
      return async ({ trx, output, note }) => {
        for (const locale of localesOf(given)) {
          await setSetting(trx, locale, field, value);
          note(`setting ${field} ${locale}`);
        }
        const shown = value ? JSON.stringify(value) : "hidden";
        output.done(`${field} in ${localesOf(given).join(", ")}: ${shown}`);
      };
    },
  },
  {
    name: "settings unset",
    words: "FIELD",
    summary: "data/settings.json counts again",
    options: inLocale,
    example: "settings unset telegram",
    alsoFor: [],
    writes: true,
    plan(given) {
      const field = fieldOf(given.words[0]);
      return async ({ trx, output, note }) => {
        const unset = await unsetSetting(trx, localesOf(given), field);
        if (unset.length === 0) throw new StartFault([`${field} is not set here`]);
        note(...unset.map(({ locale }) => `setting ${field} ${locale}`));
        const settings = await findSettings(trx, unset[0]?.locale ?? defaultLocale);
        output.done(`${field} is that of the file again: ${JSON.stringify(settings?.[field])}`);
      };
    },
  },
];
