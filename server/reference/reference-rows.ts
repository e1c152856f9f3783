/** Entries of the reference files as the rows that are stored of them. */
import { locales } from "#lib/i18n/locales.ts";
import { nameOf } from "#server/db/localised-names.ts";
import type { ReferenceFiles } from "#server/reference/reference-files.ts";
import { sanitiseSvg } from "#server/reference/svg-markup.ts";
import { searchable } from "#server/db/searchable.ts";

type Institutions = ReferenceFiles["institutions"];

export const establishmentRows = (establishments: ReferenceFiles["establishments"]) =>
  establishments.map(({ id, names, source }, sort) => ({
    id,
    names,
    source: sanitiseSvg(source),
    sort,
  }));

/** Each word once: institutions are called much alike in their languages. */
export const objectRows = (institutions: Institutions) =>
  institutions.map(({ aliases = [], ...row }) => {
    const words = searchable([...Object.values(row.names), ...aliases].join(" ")).split(" ");
    return { ...row, search_name: [...new Set(words)].join(" ") };
  });

/**
 * The order of names is each language's own, with numbers by their value: School No. 5 comes before No. 110. Databases
 * differ in the orders they know, so it is settled here and stored.
 */
export const objectNameRows = (institutions: Institutions) =>
  locales.flatMap((locale) => {
    const { compare } = new Intl.Collator(locale, { numeric: true, ignorePunctuation: true });
    return institutions
      .map(({ id, names }) => ({ object_id: id, locale, name: nameOf(names, locale) }))
      .sort((one, other) => compare(one.name, other.name) || one.object_id - other.object_id)
      .map((row, rank) => ({ ...row, rank }));
  });
