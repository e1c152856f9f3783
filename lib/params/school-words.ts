/** Words of the names of schools that tell no school from another, in whichever script they are spelled. */
import { latinWords, oOrU, wholeSpellings } from "#lib/members/spelling.ts";

/** A word without the differences between scripts and spellings. */
export const foldedWord = (word: string): string =>
  latinWords(word)
    .map((latin) => wholeSpellings(latin.replaceAll(oOrU, "o").replaceAll("x", "h")).at(-1) ?? "")
    .join("");

export const foldedWords = (text: string) => new Set(text.split(" ").map(foldedWord));

export const schoolWords = foldedWords(
  "школа школы школе школу сш сош maktab maktabi maktabda мактаб мактаби school schools",
);
export const numberingWords = foldedWords("no n nr номер nomer number num");
export const afterNumberWords = foldedWords("son sonli inchi nchi сон сонли инчи");
