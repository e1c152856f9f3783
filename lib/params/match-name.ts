import { normalized } from "#lib/validation/normalized.ts";

/** Apostrophes that keyboards have for the Uzbek letters oʻ, gʻ and the sign ʼ. */
const apostrophes = /[ʻʼ'’‘`]/gu;

function folded(text: string): string {
  const plain = text.toLowerCase().replace(apostrophes, "");
  return normalized(plain, "NFKD").replace(/\p{Mn}/gu, ""); // with the dots of ё
}

/** Whether the text is the whole name. */
export const isName = (name: string, words: string) => folded(name) === folded(words.trim());

/** Whether every word begins a word of the name, in any order. */
export function matchesName(name: string, words: string): boolean {
  const parts = folded(name).split(/[^\p{L}\p{N}]+/u);
  return folded(words)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => parts.some((part) => part.startsWith(word)));
}
