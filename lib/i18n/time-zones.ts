/** Time zones as members read and search them. The contract has their IANA names alone. */
import { queryOptions } from "@tanstack/react-query";
import { latinWords, oOrU } from "#lib/members/spelling.ts";

/** "Ташкент, Узбекистан" by "Asia/Tashkent". Browsers lack most of these names, so Kampus brings its own. */
type TimeZoneNames = Readonly<Record<string, string>>;

const files = {
  ru: () => import("#data/time-zones/ru.json", { with: { type: "json" } }),
  uz: () => import("#data/time-zones/uz.json", { with: { type: "json" } }),
  "uz-Cyrl": () => import("#data/time-zones/uz-Cyrl.json", { with: { type: "json" } }),
  en: () => import("#data/time-zones/en.json", { with: { type: "json" } }),
};

/** A language without names of its own has the English ones. */
export async function loadTimeZoneNames(locale: string): Promise<TimeZoneNames> {
  const load = Object.hasOwn(files, locale) ? files[locale as keyof typeof files] : files.en;
  return (await load()).default;
}

export const timeZoneNamesQuery = (locale: string) =>
  queryOptions({
    queryKey: ["time-zone-names", { locale }],
    queryFn: () => loadTimeZoneNames(locale),
    staleTime: Infinity,
  });

/** "Ташкент, Узбекистан, GMT+5", now. A zone without a name, and all until the names are there, has its IANA city. */
export function timeZoneLabel(zone: string, names: TimeZoneNames = {}): string {
  const name = names[zone] ?? zone.split("/").at(-1)?.replaceAll("_", " ") ?? "";
  const offset = offsetOf(zone);
  return offset === undefined ? name : `${name}, ${offset}`;
}

/** "GMT+5", now; undefined for a zone that this browser does not know: the device may be set to one, or another may have chosen it. */
function offsetOf(timeZone: string): string | undefined {
  try {
    // Throws for unknown zones; asking first would construct a second formatter per zone.
    const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" });
    return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value;
  } catch {
    return undefined;
  }
}

/** Whether every word begins one of the label or of the IANA name, in either script. */
export function isTimeZoneFound(words: string, zone: string, label: string): boolean {
  const known = latinWords(`${label} ${zone.replaceAll(/[/_]/g, " ")}`).flatMap(withPlainLetter);
  return latinWords(words).every((word) =>
    withPlainLetter(word).some((typed) => known.some((own) => own.startsWith(typed))),
  );
}

/** The letter oʻ is typed as "o", and ў as «у», where a keyboard lacks them. */
const withPlainLetter = (word: string) => [word.replaceAll(oOrU, "o"), word.replaceAll(oOrU, "u")];
