/** Names of people and institutions as they are stored for search, and the condition that finds them. */
import { type Expression, sql } from "kysely";

/** Marks that people type for the one of oʻ and gʻ, or leave out. */
const apostrophes = /['`\u00b4\u02b9-\u02bf\u2018\u2019\u201b\u2032\uff07]/g;

/**
 * In lower case, ё as е, without apostrophes and accents. Letters and digits alone: PostgreSQL would read an address,
 * a number with a sign or a tag into anything more.
 */
const words = (text: string) =>
  text
    .toLowerCase()
    .replace(apostrophes, "")
    .normalize()
    .replaceAll("ё", "е")
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** How names are stored for search: the words that a query meets. */
export const searchable = (text: string) => words(text).join(" ");

/**
 * Condition that every word of `q` begins a word of the name, in any order; `searchName` is what `searchable` made.
 * Null when nothing is asked for; what is asked without a word in it, such as "%", matches nothing.
 */
export function nameMatches(searchName: Expression<string>, q: string | undefined) {
  const found = words(q ?? "");
  if (!q?.trim()) return null;
  if (found.length === 0) return sql<boolean>`false`;
  const query = found.map((word) => `${word}:*`).join(" & ");
  return sql<boolean>`to_tsvector('simple', ${searchName}) @@ to_tsquery('simple', ${query})`;
}
