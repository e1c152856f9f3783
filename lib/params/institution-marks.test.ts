import { expect, test } from "vitest";
import { institutionMarks } from "#lib/params/institution-marks.ts";

/** Writes the marked parts in brackets, and after a bar the words that no line shows. */
const marked = ([name = "", detail = ""]: string[], q: string) => {
  const marks = institutionMarks(name, detail, q);
  const shown = [marks.name, marks.detail].map((line) =>
    line.map(({ text, marked: isMarked }) => (isMarked ? `[${text}]` : text)).join(""),
  );
  return [...shown, ...(marks.unseen ? [`«${marks.unseen}»`] : [])].join(" | ");
};

const school = ["Школа № 110", "Школа · Юнусабадский район"];
const university = [
  "Национальный университет Узбекистана имени Мирзо Улугбека",
  "Университет · Алмазарский район",
];

test.each([
  ["школа 110 юнусабад", "[Школа] № [110] | Школа · [Юнусабад]ский район"],
  ["110-сон мактаб", "[Школа] № [110] | Школа · Юнусабадский район"],
  ["110-maktab", "[Школа] № [110] | Школа · Юнусабадский район"],
  ["school no 110", "[Школа] № [110] | Школа · Юнусабадский район"],
  ["№110", "Школа № [110] | Школа · Юнусабадский район"],
  ["110-я школа", "[Школа] № [110] | Школа · Юнусабадский район"],
  ["yunusobod 110", "Школа № [110] | Школа · Юнусабадский район | «yunusobod»"],
])("a school that %j finds shows its number and place marked: %s", (q, expected) => {
  expect(marked(school, q)).toBe(expected);
});

test.each([
  ["ТашГУ", `${university.join(" | ")} | «ТашГУ»`],
  [
    "нац унив",
    "[Нац]иональный [унив]ерситет Узбекистана имени Мирзо Улугбека | Университет · Алмазарский район",
  ],
  [
    "НУУз алмазар",
    "Национальный университет Узбекистана имени Мирзо Улугбека | Университет · [Алмазар]ский район | «НУУз»",
  ],
  [
    "Ташкентский государственный университет",
    "Национальный [университет] Узбекистана имени Мирзо Улугбека | Университет · Алмазарский район | «Ташкентский государственный»",
  ],
  ["", university.join(" | ")],
])("an institution that %j finds shows the words of its other names: %s", (q, expected) => {
  expect(marked(university, q)).toBe(expected);
});
