/**
 * Reads the name of an ordinary school however it is spelled: "Школа № 110", "110-maktab" and "110" are one school of a
 * district (D-SCHOOL-NAME).
 */
import {
  afterNumberWords,
  foldedWord,
  foldedWords,
  numberingWords,
  schoolWords,
} from "#lib/params/school-words.ts";
import { normalized } from "#lib/validation/normalized.ts";

export interface SchoolName {
  /** Equal for all spellings of one name within a district. */
  key: string;
  /** Null for a school that has only a name. */
  number: SchoolNumber | null;
  /** The kinds that make it another school than the ordinary one with its number, such as "lyceum", in the order of the key. */
  kinds: string[];
  /** Whether the number and letter are the whole name: no other word tells the school from others. */
  isPlain: boolean;
  saysSchool: boolean;
}

interface SchoolNumber {
  digits: string;
  /** As in "5а": one of `letters`, else empty. */
  letter: string;
}

const letters = "abvgd";
const numberMax = 9_999;

/** Words that describe any ordinary school, or introduce a name or a place. */
const common = foldedWords(
  "й я ая ой ый th st nd rd umumiy umumtalim oʻrta taʼlim умумий умумтаълим ўрта таълим oddiy общеобразовательная " +
    "общеобразовательной средняя средней secondary general education educational public government государственная " +
    "davlat давлат state муниципальная г гор город города городская городе район района районе shahar shahri " +
    "shahridagi шаҳар шаҳри шаҳридаги tuman tumani tumanidagi туман тумани туманидаги city district of in at the and в " +
    "при им имени nomli nomidagi номли номидаги named after",
);

/** Words before the name that a school or its street bears: «имени Навои», «на улице Спортивной». */
const beforeName = foldedWords(
  "имени им after улица улице улицы улицу ул проспект проспекте проспекта просп",
);
/** Words after such a name: "Navoiy nomidagi", "Sport koʻchasidagi". */
const afterName = foldedWords(
  "nomli nomidagi номли номидаги koʻcha koʻchasi koʻchasida koʻchasidagi кўча кўчаси кўчасида кўчасидаги street avenue",
);

interface KindWords {
  /** Beginnings of words: both languages append to them. */
  begin: string;
  /** Words without other forms, with which names begin, too. */
  words?: string;
  /** Of words that name an institution, which no person and no street is called by. */
  isInstitution?: boolean;
}

/** Words that make a school another one than the ordinary school with its number. */
const kinds: Record<string, KindWords> = {
  international: { begin: "internation международн xalqaro халқаро" },
  boarding: { begin: "интернат internat boarding", isInstitution: true },
  evening: { begin: "вечерн kechki кечки evening" },
  gymnasium: { begin: "гимнази gimnazi gymnas", isInstitution: true },
  lyceum: { begin: "лице litse lyceum lice", isInstitution: true },
  sports: { begin: "спорт sport" },
  music: { begin: "музыкал musiqa мусиқа music" },
  arts: { begin: "искусств sanʼat санъат художествен", words: "arts" },
  special: {
    begin: "специальн спецшкол специализ коррекц вспомогат maxsus махсус ixtisos ихтисос special",
  },
  primary: { begin: "начальн boshlangʻich бошланғич primary elementary" },
  private: { begin: "частн xususiy хусусий private" },
  presidential: { begin: "президент prezident president" },
  college: { begin: "колледж kollej college техникум texnikum", isInstitution: true },
};

const foldedKinds = Object.entries(kinds).map(([kind, { begin, words = "", ...given }]) => ({
  kind,
  isInstitution: given.isInstitution === true,
  beginnings: begin.split(" ").map(foldedWord),
  words: foldedWords(words),
}));

/** The end of a surname: «школа № 8 Вечернякова» is no evening school. */
const surname = /(?:ov|ev)(?:a|u|oy|oi)?$/;

const kindOf = (word: string) =>
  foldedKinds.find(
    ({ beginnings, words, isInstitution }) =>
      words.has(word) ||
      (beginnings.some((beginning) => word.startsWith(beginning)) &&
        (isInstitution || !surname.test(word))),
  );

interface Piece {
  text: string;
  word: string;
  /** The text between this piece and the next. */
  gap: string;
}

/** Letters after the sign "№", which always introduces a number. */
const numberOfLetters = /№\s*\p{L}/u;

/**
 * Null where a name does not distinguish the school: it has neither a number nor a word of its own, or letters stand in
 * place of the number.
 */
export function readSchoolName(name: string): SchoolName | null {
  if (numberOfLetters.test(name)) return null;
  const pieces = piecesOf(normalized(name, "NFKC").toLowerCase());
  const words = pieces.flatMap(({ text, word }, at) =>
    isDigits(text) && !isOfName(pieces, at) ? [] : [word],
  );
  const saysSchool = words.some((word) => schoolWords.has(word));
  const own = words.filter((word) => word !== "" && !isCommon(word));
  const marks = kindsIn(pieces);
  const at = numberAt(pieces);
  if (at === -1) return named(own, saysSchool);
  const digits = pieces[at]?.text.replace(/^0+/, "") ?? "";
  if (digits === "" || Number(digits) > numberMax) return null;
  const letter = letterAfter(pieces, at);
  return {
    key: [digits + letter, ...marks].join(" "),
    number: { digits, letter },
    kinds: marks,
    isPlain: own.every((word) => word === letter),
    saysSchool,
  };
}

function named(own: string[], saysSchool: boolean): SchoolName | null {
  const words = [...new Set(own)].sort();
  const all = words.join("");
  // One letter, or the same one repeated, is no name.
  if (all.length < 3 || new Set(all).size < 2) return null;
  return { key: words.join(" "), number: null, kinds: [], isPlain: false, saysSchool };
}

/**
 * The kinds that a name states. Words of the name of a person or a street state none: those after «имени» and «на улице»,
 * up to a comma or "№" (except a word for an institution, as in «имени Навои лицей»), and the one before "nomidagi".
 */
function kindsIn(pieces: Piece[]): string[] {
  const found = new Set<string>();
  let isInName = false;
  for (const [at, { word, gap }] of pieces.entries()) {
    const known = kindOf(word);
    const isNameEnd = afterName.has(pieces[at + 1]?.word ?? "");
    if (known && !isNameEnd && (known.isInstitution || !isInName)) found.add(known.kind);
    if (beforeName.has(word)) isInName = true;
    else if (numberingWords.has(word) || /[,;()]/.test(gap)) isInName = false;
  }
  return [...found].sort();
}

const isDigits = (text: string) => /^\d/.test(text);
/** Whether digits begin a name, as in «имени 9 мая» and «имени 9-й дивизии». */
const isOfName = (pieces: Piece[], at: number) =>
  beforeName.has(pieces[at - 1]?.word ?? "") &&
  pieces.slice(at + 1, at + 3).some(({ text, word }) => /^\p{L}{2}/u.test(text) && !isCommon(word));
const isCommon = (word: string) =>
  schoolWords.has(word) ||
  numberingWords.has(word) ||
  afterNumberWords.has(word) ||
  common.has(word);

function piecesOf(text: string): Piece[] {
  const found = [...text.matchAll(/\d+|[\p{L}\p{M}'’‘`ʻʼ]+/gu)];
  return found.map(({ 0: piece, index }, at) => ({
    text: piece,
    word: isDigits(piece) ? piece : foldedWord(piece),
    gap: text.slice(index + piece.length, found[at + 1]?.index),
  }));
}

/**
 * The index of the number marked as one ("№"), else the one beside "school", else the first; -1 where there is none.
 */
function numberAt(pieces: Piece[]): number {
  const beside = (words: Set<string>, at: number) => words.has(pieces[at]?.word ?? "");
  const tests: ((at: number) => boolean)[] = [
    (at) => beside(numberingWords, at - 1),
    (at) =>
      beside(afterNumberWords, at + 1) ||
      beside(schoolWords, at + 1) ||
      beside(schoolWords, at - 1),
    (at) => !isOfName(pieces, at),
  ];
  for (const test of tests) {
    const found = pieces.findIndex(({ text }, at) => isDigits(text) && test(at));
    if (found !== -1) return found;
  }
  return -1;
}

/** The letter of "5а" and "5-А"; the ending of "5-й" is not one. */
function letterAfter(pieces: Piece[], at: number): string {
  const next = pieces[at + 1];
  const isAttached = /^\p{Pd}?$/u.test(pieces[at]?.gap ?? "");
  return next && isAttached && next.word.length === 1 && letters.includes(next.word)
    ? next.word
    : "";
}

/** The letter of a number in the script of a language. */
export function schoolNumberText({ digits, letter }: SchoolNumber, script: "latin" | "cyrillic") {
  if (letter === "") return digits;
  return (
    digits + (script === "latin" ? letter.toUpperCase() : "АБВГД".charAt(letters.indexOf(letter)))
  );
}
