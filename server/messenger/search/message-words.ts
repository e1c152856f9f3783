/** The words by which a message is found: `<chat id>:<word>`, so that a search matches no message of another chat. */
import { type RawBuilder, sql } from "kysely";
import {
  apostrophe,
  querySpellings,
  latinWords,
  normal,
  type Spelling,
  spellingWork,
  storedSpellings,
  wholeSpellings,
} from "#lib/members/spelling.ts";

/** Must be raised when a text gives other words: stored messages are then indexed anew in the background. */
export const messageWordsVersion = 2;

/**
 * The most words of one message that are indexed, each an entry of the index. No text that people write has as many.
 */
const storedMax = 1_500;
/**
 * The letters of a word that are read. Whatever its spelling, the result then has `spellingMax` letters or is whole.
 */
const readMax = 40;
const spellingMax = 16;
/** The most words of a search. Each narrows the result and costs time. */
const searchWordsMax = 10;

const beginning = (word: string, letters: number) =>
  word.length <= letters ? word : [...word].slice(0, letters).join("");

/** Letters, digits and their marks: no word of a normalised text extends beyond such a run. */
const runOfLetters = new RegExp(`(?:[\\p{L}\\p{N}\\p{M}]|${apostrophe})+`, "gu");

const numerals = /\p{N}/u;

/**
 * A text that people write takes less than this (`spellingWork`). What is beyond it is found by whole words and by
 * beginnings that no letter pair divides, so that nobody holds up the process with texts made for that.
 */
const workMax = 3_500;

/** People use few different words, so the spellings of recent words are cached. Numbers are not. */
const lately = new Map<string, SpelledRun>();
const latelyMax = 10_000;

interface SpelledRun {
  spellings: string[];
  work: number;
}

const spell = (words: string[], spellingsOfWord: (word: string) => string[]) =>
  words.flatMap(spellingsOfWord).map((spelling) => beginning(spelling, spellingMax));

function spelled(run: string, workLeft: number): SpelledRun {
  const known = lately.get(run);
  if (known && known.work <= workLeft) return known;
  const words = latinWords(run).map((word) => beginning(word, readMax));
  const work = words.reduce((sum, word) => sum + spellingWork(word), 0);
  if (work > workLeft) return { spellings: spell(words, wholeSpellings), work: 0 };
  const made = { spellings: spell(words, storedSpellings), work };
  if (run.length > readMax || numerals.test(run)) return made;
  if (lately.size >= latelyMax) lately.clear();
  lately.set(run, made);
  return made;
}

/** The words of a text in all their spellings (lib/members/spelling.ts), as `wordsVector` takes them. */
export function messageWords(chatId: number, text: string): string[] {
  const words = new Set<string>();
  let workLeft = workMax;
  for (const run of normal(text).match(runOfLetters) ?? []) {
    const { spellings, work } = spelled(run, workLeft);
    workLeft -= work;
    for (const spelling of spellings) words.add(`${chatId}:${spelling}`);
    if (words.size >= storedMax) return [...words].slice(0, storedMax);
  }
  return [...words];
}

/** The value of `messages.words`: null without words. */
export const wordsVector = (words: string[]): RawBuilder<string | null> =>
  words.length === 0 ? sql`NULL::tsvector` : sql`array_to_tsvector(${words}::text[])`;

/**
 * For statements that store several messages: the words of one as a text, which `vectorOfText` converts to the column.
 */
export const wordsText = (words: string[]): string => words.join(" ");

/** `text` is an expression of what `wordsText` made. */
export const vectorOfText = (text: RawBuilder<string>): RawBuilder<string | null> =>
  sql`array_to_tsvector(nullif(string_to_array(${text}, ' '), '{}'))`;

/** The words of `q`, each as spellings of which one suffices; null without words. */
export function searchWordsOf(q: string): Spelling[][] | null {
  const words = [...new Set(latinWords(q).map((word) => beginning(word, readMax)))]
    .slice(0, searchWordsMax)
    .map((word) =>
      querySpellings(word).map((one) => ({
        ...one,
        spelling: beginning(one.spelling, spellingMax),
      })),
    );
  return words.length > 0 ? words : null;
}
