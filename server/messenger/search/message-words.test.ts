import { expect, test } from "vitest";
import { searchWordsOf, messageWords } from "#server/messenger/search/message-words.ts";

/** Whether one of the searched spellings begins a word of the text. */
const finds = (text: string, q: string) => {
  const words = messageWords(7, text);
  return (searchWordsOf(q) ?? []).every((spellings) =>
    spellings.some(({ spelling, isWhole }) =>
      words.some((word) => (isWhole ? word === `7:${spelling}` : word.startsWith(`7:${spelling}`))),
    ),
  );
};

test.each([
  ["Завтра экзамен по химии", "himi"],
  ["Завтра экзамен по химии", "Экзам"],
  ["Ertaga choyxonada ko‘rishamiz", "кўришамиз"],
  ["Ertaga choyxonada ko'rishamiz", "чойхона ertaga"],
  ["Сомса за 5000 сум", "5000"],
  ["O\u1ffdzbek", "O‘zbek"],
  ["ΕΛΛΑΣ.ΕΔΩ", "ΕΛΛΑΣ.ΕΔΩ"],
  ["a".repeat(200), "a".repeat(100)],
  ["щ".repeat(60), "shch".repeat(30)],
])("a message «%s» is found by «%s»", (text, q) => {
  expect(finds(text, q)).toBe(true);
});

test.each([
  ["Олимов придёт", "ООО"],
  ["Олимов придёт", "оо"],
  ["Ивановы придут", "ыыыыы"],
  ["Исмоилов придёт", "ыы"],
  ["Анна придёт", "Аннна"],
  ["Анвар придёт", "Анн"],
])("doubled letters count: a message «%s» is not found by «%s»", (text, q) => {
  expect(finds(text, q)).toBe(false);
});

test.each([
  ["ООО «Ромашка»", "ООО"],
  ["Анна придёт", "Ана"],
  ["Ана придёт", "Анна"],
])(
  "letters that a name has once or twice may be typed either way: «%s» is found by «%s»",
  (text, q) => {
    expect(finds(text, q)).toBe(true);
  },
);

test("a search finds no word of another chat, and none by its middle", () => {
  expect(messageWords(7, "Салом").every((word) => word.startsWith("7:"))).toBe(true);
  expect(finds("Салом", "алом")).toBe(false);
});

test("a search without words finds nothing", () => {
  expect(searchWordsOf("%_' |&!():*")).toBeNull();
  expect(messageWords(7, "🎉 … !")).toEqual([]);
});

test("the longest text gives a bounded number of short words, whatever it contains", () => {
  const texts = [
    "kh".repeat(2_000),
    Array.from({ length: 1_000 }, (_, index) => index.toString(36).padStart(3, "q")).join(" "),
    Array.from({ length: 2_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(" "),
    "xoʻ".repeat(1_333),
  ];
  for (const text of texts) {
    const words = messageWords(2_147_483_647, text);
    expect(words.length).toBeLessThanOrEqual(1_500);
    expect(Math.max(...words.map((word) => Buffer.byteLength(word)))).toBeLessThan(100);
  }
});

test("a text made of words that take long to index is indexed in part by whole words, by which all are still found", () => {
  const slow = (index: number) => `xo'yqcwyqcwyqcwyqcwyqc${100_000 + index}`;
  const text = Array.from({ length: 130 }, (_, index) => slow(index)).join(" ");
  const first = messageWords(7, slow(0));
  expect(messageWords(7, text).length).toBeLessThan((first.length * 130) / 2);
  expect(finds(text, slow(129))).toBe(true);
  expect(finds(`${text} химия`, "himi")).toBe(true);
});
