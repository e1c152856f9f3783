import { normalized } from "#lib/validation/normalized.ts";

/** What keyboards have for the Uzbek letters oʻ, gʻ and the sign ʼ. */
const apostrophes = /[ʻʼ'’‘`´′]/gu;

/** A text as its letters are compared: without case, accents, the dots of ё and the apostrophes of Uzbek. */
export function foldedText(text: string): string {
  const plain = text.toLowerCase().replace(apostrophes, "");
  return normalized(plain, "NFKD").replace(/\p{Mn}/gu, "");
}
