/** Names as they are stored for search, and the conditions that find them. */
import { type Expression, type RawBuilder, sql } from "kysely";
import {
  querySpellings,
  latinWords,
  oOrU,
  type Spelling,
  storedSpellings,
  wholeSpellings,
  writtenWords,
} from "#lib/members/spelling.ts";

/** Must be raised when `searchable` produces other output, so that stored names are rebuilt. */
export const searchableVersion = 4;

/** The stored form of a name for search: the words that a query can match. */
export const searchable = (text: string): string =>
  [...new Set(latinWords(text).flatMap(storedSpellings))].join(" ");

/** A whole name as one word. No searched spelling begins with "w", so no other query matches it. */
export const wholeName = (name: string): string =>
  `w${latinWords(name).join("").replaceAll(oOrU, "o")}`;

/** Begins no searched spelling, so that words of a place match only where a search asks for places, too. */
const placeMark = "q";

/** The words of the place of an institution, as they stand beside those of its name. */
export const searchablePlace = (names: string[]): string[] =>
  searchable(names.join(" "))
    .split(" ")
    .map((word) => placeMark + word);

/** The parts of a member's name in the order of their weight. */
const fields = ["surname", "name", "patronymic"] as const;
type Field = (typeof fields)[number];

/** Prefixes of a word by its field, as written and as folded. No searched spelling contains these letters. */
const markOf: Record<"written" | "folded", Record<Field, string>> = {
  written: { surname: "q:", name: "w:", patronymic: "y:" },
  folded: { surname: "qq:", name: "ww:", patronymic: "yy:" },
};
/** Marks the end of a whole word. */
const end = ".";

/**
 * The stored form of a member's name for search: the words that a query can match, and each word with its field, as
 * written and as folded, by which results are ranked.
 */
export function searchableName(names: Record<Field, string>): string {
  const marked = fields.flatMap((field) => [
    ...writtenWords(names[field]).map((word) => `${markOf.written[field]}${word}${end}`),
    ...latinWords(names[field])
      .flatMap(wholeSpellings)
      .map((word) => `${markOf.folded[field]}${word}${end}`),
  ]);
  // "Саид-Ахмедов" is found as "Саидахмедов" too.
  const all = fields
    .flatMap((field) => [names[field], names[field].replace(/\p{Pd}/gu, "")])
    .join(" ");
  return [...new Set([searchable(all), ...marked])].join(" ");
}

/** The words of `q`, each as spellings of which one suffices; null when `q` is empty. */
const queryWords = (q: string | undefined): Spelling[][] | null =>
  q?.trim() ? latinWords(q).map(querySpellings) : null;

/**
 * Condition that every word of `q` begins a word of the name, in any order; `searchName` was made by `searchable`. Null
 * when `q` is empty; a query without words, such as "%", matches nothing.
 */
export const nameMatches = (searchName: Expression<string>, q: string | undefined) =>
  wordsMatch(sql`to_tsvector('simple', ${searchName})`, q);

/**
 * As `nameMatches`, for words that are stored in their searched spelling. `withPlaces`: a word may also begin one of
 * `searchablePlace`.
 */
export function wordsMatch(
  searchWords: Expression<unknown>,
  q: string | undefined,
  { withPlaces = false } = {},
): RawBuilder<boolean> | null {
  const words = queryWords(q);
  if (!words) return null;
  if (words.length === 0) return sql<boolean>`false`;
  const query = words
    .map((spellings) => [
      ...spellings.map(queryOf),
      ...(withPlaces ? spellings.map((spelling) => placeMark + queryOf(spelling)) : []),
    ])
    .map((any) => `(${any.join(" | ")})`)
    .join(" & ");
  return sql<boolean>`${searchWords} @@ to_tsquery('simple', ${query})`;
}

const queryOf = ({ spelling, isWhole }: Spelling) => (isWhole ? spelling : `${spelling}:*`);

/** The longest prefix of a word in the index of people (migration 0007), in letters as SQL counts them. */
const beginningMax = 20;

/** The tokens that a member in the index of people must have: each of `all`, and one of each of `any`. */
export interface SearchTokens {
  all: string[];
  any: string[][];
}

const beginning = (token: string) => [...token].slice(0, beginningMax).join("");

/**
 * The tokens that `q` looks up in the names of people; null when `q` is empty. A query without words matches nobody.
 */
export function nameTokens(q: string | undefined): SearchTokens | null {
  const words = queryWords(q)?.map((spellings) => spellings.flatMap(tokensOf));
  return words ? tokensForWords(words) : null;
}

const tokensOf = ({ spelling, isWhole }: Spelling) =>
  isWhole ? inAnyField("folded", spelling + end) : [beginning(spelling)];

const inAnyField = (form: "written" | "folded", word: string) =>
  fields.map((field) => beginning(`${markOf[form][field]}${word}`));

/** One entry per word, of which any one token suffices. */
function tokensForWords(words: string[][]): SearchTokens {
  const each = words.map((tokens) => [...new Set(tokens)]);
  const all = new Set(each.flatMap((tokens) => (tokens.length === 1 ? tokens : [])));
  return {
    // A member who matches a word also matches its prefixes.
    all: [...all].filter(
      (word) => ![...all].some((other) => other !== word && other.startsWith(word)),
    ),
    any: each.length === 0 ? [[]] : each.filter((tokens) => tokens.length > 1),
  };
}

/**
 * The tiers of a search by name, best first; the last also contains all earlier ones. Matches as written come before
 * folded ones, and whole words, first of the surname, then name, then patronymic, before prefixes. Null when `q` is
 * empty.
 */
export function nameTiers(q: string | undefined): SearchTokens[] | null {
  const broadest = nameTokens(q);
  if (!q || !broadest) return null;
  const written = writtenWords(q);
  const folded = latinWords(q).map((word) => querySpellings(word).map(({ spelling }) => spelling));
  return [
    ...wholeIn(
      "written",
      written.map((word) => [word]),
    ),
    tokensForWords(written.map((word) => inAnyField("written", word))),
    ...wholeIn("folded", folded),
    broadest,
  ];
}

const wholeIn = (form: "written" | "folded", words: string[][]): SearchTokens[] =>
  fields.map((field) =>
    tokensForWords(
      words.map((spellings, index) =>
        spellings.flatMap((spelling) =>
          index === 0
            ? [beginning(`${markOf[form][field]}${spelling}${end}`)]
            : inAnyField(form, spelling + end),
        ),
      ),
    ),
  );

/**
 * Condition on a row of the index of people. The subquery hides the values from the planner: by their frequencies,
 * which are not independent, it would sometimes prefer reading the whole table to its index.
 */
export const hasTokens = ({ all, any }: SearchTokens): RawBuilder<boolean> =>
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
 * members found otherwise, one by one: written so that the planner looks each up by id.
 */
export function peopleNamed(
  userId: Expression<number>,
  q: string | undefined,
): RawBuilder<boolean> | null {
  const names = nameTokens(q);
  return names && sql<boolean>`(SELECT ${hasTokens(names)} FROM people WHERE user_id = ${userId})`;
}
