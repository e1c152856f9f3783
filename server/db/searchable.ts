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

/** Must be raised when `searchable` changes what it makes of a name, so that stored names are made anew. */
export const searchableVersion = 4;

/** How names are stored for search: the words that a query meets. */
export const searchable = (text: string): string =>
  [...new Set(latinWords(text).flatMap(storedSpellings))].join(" ");

/** All of a name as one word. No spelling that is looked up begins with "w", so that no other query meets it. */
export const wholeName = (name: string): string =>
  `w${latinWords(name).join("").replaceAll(oOrU, "o")}`;

/** The parts of a member's name in the order in which they count. */
const fields = ["surname", "name", "patronymic"] as const;
type Field = (typeof fields)[number];

/** Before a word of a field, as it is written and as it is folded. No spelling that is looked up holds these letters. */
const markOf: Record<"written" | "folded", Record<Field, string>> = {
  written: { surname: "q:", name: "w:", patronymic: "y:" },
  folded: { surname: "qq:", name: "ww:", patronymic: "yy:" },
};
/** Marks the end of a whole word. */
const end = ".";

/**
 * How the name of a member is stored for search: the words that a query meets, and each word with its field, as it is
 * written and as it is folded, by which what was meant comes first.
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

/** The words of `q`, each in the spellings of which one is enough; null when `q` is empty. */
const queryWords = (q: string | undefined): Spelling[][] | null =>
  q?.trim() ? latinWords(q).map(querySpellings) : null;

/**
 * Condition that every word of `q` begins a word of the name, in any order; `searchName` is what `searchable` made.
 * Null when `q` is empty; one without a word in it, such as "%", matches nothing.
 */
export const nameMatches = (searchName: Expression<string>, q: string | undefined) =>
  wordsMatch(sql`to_tsvector('simple', ${searchName})`, q);

/** As `nameMatches`, of words that are stored as the search reads them. */
export function wordsMatch(
  searchWords: Expression<unknown>,
  q: string | undefined,
): RawBuilder<boolean> | null {
  const words = queryWords(q);
  if (!words) return null;
  if (words.length === 0) return sql<boolean>`false`;
  const query = words.map((spellings) => `(${spellings.map(queryOf).join(" | ")})`).join(" & ");
  return sql<boolean>`${searchWords} @@ to_tsquery('simple', ${query})`;
}

const queryOf = ({ spelling, isWhole }: Spelling) => (isWhole ? spelling : `${spelling}:*`);

/** The longest beginning of a word that is in the index of people (migration 0007), in letters as SQL counts them. */
const beginningMax = 20;

/** What a member in the index of people must have: each of `all`, and one of each of `any`. */
export interface SearchTokens {
  all: string[];
  any: string[][];
}

const beginning = (token: string) => [...token].slice(0, beginningMax).join("");

/** The tokens that `q` looks up in the names of people; null when `q` is empty. Without a word in it, nobody matches. */
export function nameTokens(q: string | undefined): SearchTokens | null {
  const words = queryWords(q)?.map((spellings) => spellings.flatMap(tokensOf));
  return words ? tokensForWords(words) : null;
}

const tokensOf = ({ spelling, isWhole }: Spelling) =>
  isWhole ? inAnyField("folded", spelling + end) : [beginning(spelling)];

const inAnyField = (form: "written" | "folded", word: string) =>
  fields.map((field) => beginning(`${markOf[form][field]}${word}`));

/** One entry per word: any one of its tokens is enough. */
function tokensForWords(words: string[][]): SearchTokens {
  const each = words.map((tokens) => [...new Set(tokens)]);
  const all = new Set(each.flatMap((tokens) => (tokens.length === 1 ? tokens : [])));
  return {
    // Whoever matches a word also matches its beginnings.
    all: [...all].filter(
      (word) => ![...all].some((other) => other !== word && other.startsWith(word)),
    ),
    any: each.length === 0 ? [[]] : each.filter((tokens) => tokens.length > 1),
  };
}

/**
 * The tiers of a search by name, in the order of the ranking; the last matches everyone whom an earlier one matches. As
 * it is written before as it is folded; whole words, the first of them as surname, name, patronymic, before beginnings.
 * Null when `q` is empty.
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
 * Condition on a row of the index of people. The planner does not know the values in a subquery: by their frequencies,
 * which are not independent, it would now and then take the whole table for quicker than its index.
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
 * members found otherwise, one after the other: written so that the planner looks each up by their id.
 */
export function peopleNamed(
  userId: Expression<number>,
  q: string | undefined,
): RawBuilder<boolean> | null {
  const names = nameTokens(q);
  return names && sql<boolean>`(SELECT ${hasTokens(names)} FROM people WHERE user_id = ${userId})`;
}
