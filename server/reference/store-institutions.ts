/**
 * Stores institutions as rows: with the words that find them, their keys as schools and their names in each language.
 */
import { sql, type Transaction } from "kysely";
import { locales } from "#lib/i18n/locales.ts";
import { readSchoolName } from "#lib/params/school-name.ts";
import { type Names, nameOf } from "#server/db/localised-names.ts";
import { sortKeys } from "#server/db/name-order.ts";
import { searchable, searchablePlace, wholeName } from "#server/db/searchable.ts";
import type { Tables } from "#server/db/tables.ts";
import type { InstitutionEntry } from "#server/reference/read-reference-files.ts";
import { upsertRows } from "#server/reference/upsert-rows.ts";

/**
 * Institutions are stored in parts of this size: one statement for a whole country would show no progress for long and
 * hold all of them in memory.
 */
const storedAtOnce = 2_500;

/**
 * `ordinaryKinds`: the ids of the kinds whose institutions are ordinary schools. `onProgress` is called after each part
 * with how many are stored.
 */
export async function storeInstitutions(
  trx: Transaction<Tables>,
  institutions: InstitutionEntry[],
  ordinaryKinds: ReadonlySet<number>,
  onProgress: (stored: number) => void = () => undefined,
): Promise<void> {
  const placeOf = await readPlaces(trx);
  for (let from = 0; from < institutions.length; from += storedAtOnce) {
    const part = institutions.slice(from, from + storedAtOnce);
    await upsertRows(trx, "objects", objectRows(part, ordinaryKinds, placeOf), {
      establishment_id: "integer",
      region_id: "integer",
      names: "jsonb",
      search_name: "text",
      school_key: "text",
    });
    await storeNames(trx, part);
    onProgress(from + part.length);
  }
}

/** The rows of `object_names`. */
export async function storeNames(
  trx: Transaction<Tables>,
  institutions: Pick<InstitutionEntry, "id" | "names">[],
): Promise<void> {
  await sql`
    INSERT INTO object_names (object_id, locale, name, sort_key)
    SELECT object_id, locale, name, sort_key
    FROM jsonb_to_recordset(${JSON.stringify(nameRows(institutions))}::jsonb)
      AS row (object_id integer, locale text, name text, sort_key text)
    ON CONFLICT (object_id, locale) DO UPDATE SET name = excluded.name, sort_key = excluded.sort_key
    WHERE (object_names.name, object_names.sort_key) IS DISTINCT FROM (excluded.name, excluded.sort_key)
  `.execute(trx);
}

/** Databases differ in their collations, so the order is computed here and stored. */
const nameRows = (institutions: Pick<InstitutionEntry, "id" | "names">[]) =>
  locales.flatMap((locale) => {
    const sortKey = sortKeys(locale);
    return institutions.map(({ id, names }) => {
      const name = nameOf(names, locale);
      return { object_id: id, locale, name, sort_key: sortKey(name) };
    });
  });

const objectRows = (
  institutions: InstitutionEntry[],
  ordinaryKinds: ReadonlySet<number>,
  placeOf: (regionId: number) => string[],
) =>
  institutions.map(({ aliases = [], former_names = [], ...row }) => {
    const isOrdinary = ordinaryKinds.has(row.establishment_id);
    const names = [...Object.values(row.names), ...aliases, ...former_names];
    return {
      ...row,
      search_name: searchNameOf(names, isOrdinary ? placeOf(row.region_id) : []),
      school_key: isOrdinary ? schoolKeyOf(row.names) : null,
    };
  });

/**
 * The names of a region, of those above it and of those below it, in all languages. Ordinary schools are found by them,
 * since those of different districts are called alike; a school in a region with others below is in one of those, which
 * the catalogue does not know.
 */
export async function readPlaces(
  trx: Transaction<Tables>,
): Promise<(regionId: number) => string[]> {
  const regions = await trx.selectFrom("regions").select(["id", "parent_id", "names"]).execute();
  const byId = new Map(regions.map((region) => [region.id, region]));
  const namesFrom = (id: number | null): string[] => {
    const region = id === null ? undefined : byId.get(id);
    return region ? [...Object.values(region.names), ...namesFrom(region.parent_id)] : [];
  };
  const namesBelow = (id: number): string[] =>
    regions
      .filter(({ parent_id }) => parent_id === id)
      .flatMap((region) => [...Object.values(region.names), ...namesBelow(region.id)]);
  const known = new Map<number, string[]>();
  return (id) => {
    const names = known.get(id) ?? [...namesFrom(id), ...namesBelow(id)];
    known.set(id, names);
    return names;
  };
}

/**
 * Each word once, because the names of an institution are similar in all languages; and each name and alias as a whole.
 * `place`: the names of the place that find it, too.
 */
export function searchNameOf(names: string[], place: string[] = []): string {
  const words = [
    ...searchable(names.join(" ")).split(" "),
    ...names.map(wholeName),
    ...(place.length > 0 ? searchablePlace(place) : []),
  ];
  return [...new Set(words)].sort().join(" ");
}

/** The key in the first language in which the name reads as a school's. */
export function schoolKeyOf(names: Names): string | null {
  for (const locale of locales) {
    const key = readSchoolName(names[locale] ?? "")?.key;
    if (key) return key;
  }
  return null;
}
