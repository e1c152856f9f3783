import { coveredByWord, matchWords, type NamePart, wordsOf } from "#lib/members/name-marks.ts";
import {
  afterNumberWords,
  foldedWord,
  numberingWords,
  schoolWords,
} from "#lib/params/school-words.ts";

interface InstitutionMarks {
  name: NamePart[];
  detail: NamePart[];
  /**
   * The words that neither line shows: those of another name, such as an abbreviation, a former name or one in another
   * language, or of a region above.
   */
  unseen: string;
}

/**
 * The two lines that are shown of an institution, with every word of the search marked that the name has, or else the
 * detail.
 */
export function institutionMarks(name: string, detail: string, q: string): InstitutionMarks {
  const inName = matchWords(name, wordsOf(q), coveredBySchoolWord);
  const inDetail = matchWords(detail, inName.missed, coveredBySchoolWord);
  const unseen = inDetail.missed.filter((word) => !isOfAnySchool(word)).join(" ");
  return { name: inName.parts, detail: inDetail.parts, unseen };
}

/** «Школа» is also what "maktab" and "school" mean. */
const coveredBySchoolWord = (part: string, word: string) =>
  schoolWords.has(foldedWord(part)) && schoolWords.has(foldedWord(word))
    ? part.length
    : coveredByWord(part, word);

/** The search finds a school by its number, whatever stands beside it: "-сон", "№", the ending of «5-я». */
const isOfAnySchool = (word: string) => {
  const folded = foldedWord(word);
  return (
    word.length === 1 ||
    [schoolWords, numberingWords, afterNumberWords].some((words) => words.has(folded))
  );
};
