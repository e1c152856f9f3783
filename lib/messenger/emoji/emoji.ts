/**
 * Every emoji of data/emoji/ by category, with its name. The names weigh more than the messenger itself, so they are
 * fetched only once a member opens the picker.
 */
import { readStoredText, storeText } from "#lib/browser/stored-text.ts";

/** The glyph, its name, and further words by which it is found. */
export type Emoji = readonly [glyph: string, name: string, words: string];

export const emojiCategories = [
  "smileys",
  "people",
  "animals",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export type EmojiCategory = (typeof emojiCategories)[number];

/** In the order of `emojiCategories`. */
export type EmojiData = readonly (readonly Emoji[])[];

const files = {
  ru: () => import("#data/emoji/ru.json", { with: { type: "json" } }),
  uz: () => import("#data/emoji/uz.json", { with: { type: "json" } }),
  "uz-Cyrl": () => import("#data/emoji/uz-Cyrl.json", { with: { type: "json" } }),
  en: () => import("#data/emoji/en.json", { with: { type: "json" } }),
};

/** Loads the names in one language; a language without names of its own has the English ones. */
export async function loadEmoji(locale: string): Promise<EmojiData> {
  const load = Object.hasOwn(files, locale) ? files[locale as keyof typeof files] : files.en;
  return (await load()).default as unknown as EmojiData; // each file is a list of lists of such triples
}

/** Loads the names in every language, because people search in whichever language their keyboard is set to. */
export async function loadAllEmoji(locale: string): Promise<EmojiData[]> {
  const others = Object.keys(files).filter((other) => other !== locale);
  return Promise.all([locale, ...others].map(loadEmoji));
}

/** Emoji for which every word of the query begins one of their words; those of the first language come first. */
export function findEmoji(query: string, data: readonly EmojiData[], limit = 120): Emoji[] {
  const wanted = wordsOf(query);
  const found = new Map<string, Emoji>();
  for (const emoji of data.flat(2)) {
    if (found.size >= limit) break;
    if (!found.has(emoji[0]) && fits(emoji, wanted)) found.set(emoji[0], emoji);
  }
  return [...found.values()];
}

function fits([glyph, name, words]: Emoji, wanted: readonly string[]): boolean {
  const own = [...wordsOf(`${name} ${words}`), glyph];
  return wanted.every((word) => own.some((known) => known.startsWith(word)));
}

function wordsOf(text: string): string[] {
  const plain = text
    .toLocaleLowerCase()
    .replaceAll("ё", "е")
    .replaceAll(/[‘’ʻʼ`]/gu, "'");
  return plain.split(/[\s,.:;()“”"«»-]+/u).filter((word) => word !== "");
}

/** The browser stores at most this many of the emoji that a member picked, the last ones, newest first. */
const recentMax = 32;

const keyOf = (memberId: number) => `emoji:${memberId}`;

export function readRecentEmoji(memberId: number): string[] {
  try {
    const written = readStoredText("localStorage", keyOf(memberId)) ?? "[]";
    const stored: unknown = JSON.parse(written);
    return Array.isArray(stored) ? stored.filter((emoji) => typeof emoji === "string") : [];
  } catch {
    return []; // other code wrote there
  }
}

export function storeRecentEmoji(memberId: number, emoji: string): void {
  const others = readRecentEmoji(memberId).filter((known) => known !== emoji);
  const recent = [emoji, ...others].slice(0, recentMax);
  storeText("localStorage", keyOf(memberId), JSON.stringify(recent));
}
