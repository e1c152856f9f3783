import { expect, it } from "vitest";
import { isName, matchesName } from "#lib/params/match-name.ts";

it.each([
  ["Ташкентская область", "ташк"],
  ["Ташкентская область", "обл ташк"],
  ["Академический лицей № 2", "лицей 2"],
  ["Каракалпакстан", ""],
  ["Ёжик", "еж"],
  ["Қашқадарё вилояти", "кашкадаре"],
  ["Қорақалпоғистон", "коракалпогистон"],
  ["Ғиждувон тумани", "гиждувон"],
  ["Ҳазорасп тумани", "ХАЗОРАСП"],
  ["Қўрғонтепа тумани", "кургонтепа"],
])("%s is found by «%s»", (name, words) => {
  expect(matchesName(name, words)).toBe(true);
});

it.each(["Qo'rg'ontepa", "qoʻrgʻon", "Qo‘rg‘ontepa", "Qo´rg′on", "qorgon"])(
  "the Uzbek name is found whatever apostrophe is typed: %s",
  (words) => {
    expect(matchesName("Qoʻrgʻontepa tumani", words)).toBe(true);
  },
);

it("a name that is typed whole without the letters of Uzbek is that name", () => {
  expect(isName("Қашқадарё вилояти", "Кашкадарё вилояти")).toBe(true);
});

it("a name is not found by the middle of a word, nor when one of the words is missing", () => {
  expect(matchesName("Ташкент", "кент")).toBe(false);
  expect(matchesName("Ташкент", "ташкент район")).toBe(false);
});
