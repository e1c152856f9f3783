import { expect, test } from "vitest";
import { nameParts } from "#lib/members/name-marks.ts";

/** Writes the marked parts in brackets. */
const marked = (fullname: string, q: string) =>
  nameParts(fullname, q)
    .map(({ text, marked: isMarked }) => (isMarked ? `[${text}]` : text))
    .join("");

test.each([
  ["one word", "Каримов Алишер Бахтиёрович", "кар", "[Кар]имов Алишер Бахтиёрович"],
  ["words in any order", "Каримов Алишер Бахтиёрович", "ал кар", "[Кар]имов [Ал]ишер Бахтиёрович"],
  ["ё as е", "Ёлкин Пётр", "елкин пет", "[Ёлкин] [Пёт]р"],
  ["a letter of two signs", "Oʻktamov Gʻayrat", "o'kt gay", "[Oʻkt]amov [Gʻay]rat"],
  ["й, which is not и", "Йўлдошев Қаҳрамон", "йўл", "[Йўл]дошев Қаҳрамон"],
  ["the second half of a double name", "Петров-Водкин Кузьма", "водк", "Петров-[Водк]ин Кузьма"],
  ["a name in the other script", "Каримов Алишер", "karimov", "[Каримов] Алишер"],
  ["a beginning in the other script", "Каримов Алишер", "kar", "[Кар]имов Алишер"],
  ["words of both scripts", "Каримов Алишер", "карим alisher", "[Карим]ов [Алишер]"],
  ["Cyrillic letters in a Latin name", "Shcherbakov Yuliya", "щерб юл", "[Shcherb]akov [Yul]iya"],
  ["another spelling of a sound", "Юлия Ахмедова", "yulia axmed", "[Юлия] [Ахмед]ова"],
  ["a doubled letter that is written once", "Фарух Каримов", "фаррух", "[Фарух] Каримов"],
  ["a word in quotes", "Взял «билет», едем", "бил", "Взял «[бил]ет», едем"],
])("a search for names marks %s", (_title, fullname, q, expected) => {
  expect(marked(fullname, q)).toBe(expected);
});

test.each([
  ["nothing was typed", "Каримов Алишер", ""],
  ["one of the words is another", "Каримов Алишер", "karim olim"],
  ["doubled letters are typed that are not there", "Олимов Ойбек", "ооо"],
  ["the word stands in the middle", "Каримов Алишер", "римов"],
])("a search for names marks nothing when %s", (_title, fullname, q) => {
  expect(marked(fullname, q)).toBe(fullname);
});
