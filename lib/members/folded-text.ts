import { normalized } from "#lib/validation/normalized.ts";

/** What keyboards have for the Uzbek letters oʻ, gʻ and the sign ʼ. */
const apostrophes = /[ʻʼ'’‘`´′]/gu;

/** Letters of Uzbek that Russian keyboards lack, each with the one that is typed for it; ў loses its mark below. */
const plainLetters: Record<string, string> = { қ: "к", ғ: "г", ҳ: "х" };

/**
 * A text as its letters are compared: without case, accents, the dots of ё, the apostrophes of Uzbek and its letters
 * that Russian has not.
 */
export function foldedText(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(apostrophes, "")
    .replace(/[қғҳ]/gu, (letter) => plainLetters[letter] ?? letter);
  return normalized(plain, "NFKD").replace(/\p{Mn}/gu, "");
}
