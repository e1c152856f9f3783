// @ts-check
/**
 * `node scripts/time-zones.mjs`: writes data/time-zones/ anew, from the cities of Unicode CLDR and the countries of Node's
 * own copy of it. Run it for newer zones or to add a language, then `node scripts/transliterate.mjs` for Uzbek in Cyrillic.
 * Browsers leave most of these names out.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inRoot } from "./project/paths.mjs";
import { withPackages } from "./project/with-packages.mjs";

/** The languages of data/languages.json that CLDR has. */
const locales = ["ru", "uz", "en"];

const cldr = "cldr-dates-full@48.2.0";

/** Zones that some browsers name anew, and what CLDR calls them. */
const renamed = {
  "Africa/Asmara": "Africa/Asmera",
  "America/Argentina/Buenos_Aires": "America/Buenos_Aires",
  "America/Argentina/Catamarca": "America/Catamarca",
  "America/Argentina/Cordoba": "America/Cordoba",
  "America/Argentina/Jujuy": "America/Jujuy",
  "America/Argentina/Mendoza": "America/Mendoza",
  "America/Atikokan": "America/Coral_Harbour",
  "America/Indiana/Indianapolis": "America/Indianapolis",
  "America/Kentucky/Louisville": "America/Louisville",
  "America/Nuuk": "America/Godthab",
  "Asia/Ho_Chi_Minh": "Asia/Saigon",
  "Asia/Kathmandu": "Asia/Katmandu",
  "Asia/Kolkata": "Asia/Calcutta",
  "Asia/Yangon": "Asia/Rangoon",
  "Atlantic/Faroe": "Atlantic/Faeroe",
  "Europe/Kyiv": "Europe/Kiev",
  "Pacific/Chuuk": "Pacific/Truk",
  "Pacific/Kanton": "Pacific/Enderbury",
  "Pacific/Pohnpei": "Pacific/Ponape",
};

/** Cities that CLDR has in the spelling of another language, by the language that lacks them. */
const corrected = {
  uz: {
    "Africa/Abidjan": "Abijan",
    "Africa/Ndjamena": "Njamena",
    "America/Ciudad_Juarez": "Syudad-Xuares",
    "America/Coyhaique": "Koyaike",
    "Pacific/Enderbury": "Kanton",
  },
};

/** @typedef {{ [key: string]: Tree | string }} Tree */

withPackages([cldr], (folder) => {
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), ...Object.keys(renamed)])];
  for (const locale of locales) {
    const cities = citiesIn(folder, locale);
    const file = `data/time-zones/${locale}.json`;
    const names = zones.sort().map((zone) => [zone, nameOf(zone, cities, locale)]);
    writeFileSync(inRoot(file), `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`);
    console.log(file);
  }
});

/** @param {string} folder @param {string} locale @returns {Tree} */
function citiesIn(folder, locale) {
  const file = path.join(folder, `cldr-dates-full/main/${locale}/timeZoneNames.json`);
  return JSON.parse(readFileSync(file, "utf8")).main[locale].dates.timeZoneNames.zone;
}

/** "Ташкент, Узбекистан": the city, and the country where the zone is the main one of it. */
function nameOf(
  /** @type {string} */ zone,
  /** @type {Tree} */ cities,
  /** @type {string} */ locale,
) {
  const known = Object.hasOwn(renamed, zone)
    ? renamed[/** @type {keyof typeof renamed} */ (zone)]
    : zone;
  const other = correctedIn(locale)[known];
  const city =
    other ?? cityOf(known, cities) ?? (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
  const country = other === undefined ? countryOf(known, locale) : null;
  const name = country === null || city.startsWith(country) ? city : `${city}, ${country}`;
  if (locale !== "uz") return name;
  // Uzbek has no accents, and one sign in oʻ and gʻ.
  return name.replaceAll("‘", "ʻ").normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** @param {string} locale @returns {Record<string, string>} */
function correctedIn(locale) {
  return locale === "uz" ? corrected.uz : {};
}

/** @param {string} zone @param {Tree} cities */
function cityOf(zone, cities) {
  /** @type {Tree | string | undefined} */
  let found = cities;
  for (const part of zone.split("/")) found = typeof found === "object" ? found[part] : undefined;
  const city = typeof found === "object" ? found.exemplarCity : undefined;
  return typeof city === "string" ? city : null;
}

/** Unicode names the main zone of a country for the country, and every other one for its city. */
function countryOf(/** @type {string} */ zone, /** @type {string} */ locale) {
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortGeneric" });
  const name = format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
  if (/^(?:GMT|UTC)/.test(name)) return null;
  if (locale !== "en") return name;
  return name.endsWith(" Time") ? name.slice(0, -" Time".length) : null;
}
