/** Names as they are stored for search, and the conditions that find them. */
import { type Expression, type RawBuilder, sql } from "kysely";
import { askedSpellings, latinWords, storedSpellings } from "#server/searchable-spelling.ts";

/** To be raised when `searchable` makes anything else of a name: what is stored is made again. */
export const searchableVersion = 2;

/** How names are stored for search: the words that a query meets. */
export const searchable = (text: string): string =>
  [...new Set(latinWords(text).flatMap(storedSpellings))].join(" ");

/** The words of `q`, each in the spellings of which one is enough; null when nothing is asked for. */
const askedWords = (q: string | undefined): string[][] | null =>
  q?.trim() ? latinWords(q).map(askedSpellings) : null;

/**
 * Condition that every word of `q` begins a word of the name, in any order; `searchName` is what `searchable` made.
 * Null when nothing is asked for; what is asked without a word in it, such as "%", matches nothing.
 */
export function nameMatches(
  searchName: Expression<string>,
  q: string | undefined,
): RawBuilder<boolean> | null {
  const words = askedWords(q);
  if (!words) return null;
  if (words.length === 0) return sql<boolean>`false`;
  const query = words
    .map((spellings) => `(${spellings.map((spelling) => `${spelling}:*`).join(" | ")})`)
    .join(" & ");
  return sql<boolean>`to_tsvector('simple', ${searchName}) @@ to_tsquery('simple', ${query})`;
}

/** The longest beginning of a word that is in the index of people (migration 0007), in letters as SQL counts them. */
const beginningMax = 20;

/** What a member in the index of people must have: each of `all`, and one of each of `any`. */
export interface AskedTokens {
  all: string[];
  any: string[][];
}

/** What is asked of the names of people by `q`; null when nothing is. Without a word in it, nobody has it. */
export function askedNames(q: string | undefined): AskedTokens | null {
  const words = askedWords(q)?.map((spellings) => [
    ...new Set(spellings.map((spelling) => [...spelling].slice(0, beginningMax).join(""))),
  ]);
  if (!words) return null;
  const all = new Set(words.flatMap((spellings) => (spellings.length === 1 ? spellings : [])));
  return {
    // Who has a word has its beginnings.
    all: [...all].filter(
      (word) => ![...all].some((other) => other !== word && other.startsWith(word)),
    ),
    any: words.length === 0 ? [[]] : words.filter((spellings) => spellings.length > 1),
  };
}

/**
 * Condition on a row of the index of people. The planner does not know the values in a subquery: by their frequencies,
 * which are not independent, it would now and then take the whole table for quicker than its index.
 */
export const hasTokens = ({ all, any }: AskedTokens): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [
      ...(all.length > 0 ? [sql`tokens @> ${hashes(all)}`] : []),
      ...any.map((some) => sql`tokens && ${hashes(some)}`),
    ],
    sql` AND `,
  )}`;

const hashes = (tokens: string[]) =>
  sql`ARRAY(SELECT hashtextextended(token, 0) FROM unnest(${tokens}::text[]) AS token)`;

/**
 * Condition that the words of `q` begin words of the name of a member whom others can find; null as `nameMatches`. For
 * members found otherwise, one after the other: written so that the planner looks each up by their id.
 */
export function peopleNamed(
  userId: Expression<number>,
  q: string | undefined,
): RawBuilder<boolean> | null {
  const names = askedNames(q);
  return names && sql<boolean>`(SELECT ${hasTokens(names)} FROM people WHERE user_id = ${userId})`;
}
