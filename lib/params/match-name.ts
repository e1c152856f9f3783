import { foldedText } from "#lib/members/folded-text.ts";

/** Whether the text is the whole name. */
export const isName = (name: string, words: string) =>
  foldedText(name) === foldedText(words.trim());

/** Whether every word begins a word of the name, in any order. */
export function matchesName(name: string, words: string): boolean {
  const parts = foldedText(name).split(/[^\p{L}\p{N}]+/u);
  return foldedText(words)
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => parts.some((part) => part.startsWith(word)));
}
