import { describe, expect, it } from "vitest";
import { linksIn } from "#lib/browser/links/text-links.ts";
import { isEmojiOnly, textPieces } from "#lib/messenger/text/text-pieces.ts";

describe("pieces of a text", () => {
  it("join to the whole text, with mentions taking precedence over links", () => {
    const text = "Алишер, kun.uz и Юсупова.uz";
    const mentions = [
      { id: 2, offset: 17, length: 10 },
      { id: 1, offset: 0, length: 6 },
      { id: 3, offset: 2, length: 3 },
      { id: 4, offset: 20, length: 99 },
    ];
    const pieces = textPieces(text, mentions, linksIn(text));
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.map(({ kind, text: piece }) => `${kind} ${piece}`)).toEqual([
      "mention Алишер",
      "text , ",
      "link kun.uz",
      "text  и ",
      "mention Юсупова.uz",
    ]);
  });
});

describe("a text of emoji alone", () => {
  it.each(["👍", "❤️", "👩🏽‍🎓", "🇺🇿", "👨‍👩‍👧‍👦 🎉", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "😀😀😀", "❤️‍🔥"])("is %s", (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });

  it.each(["", "12", "#", "©", "ок 👍", "😀😀😀😀", "™"])("is not %s", (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
