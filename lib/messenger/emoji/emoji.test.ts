import { beforeEach, describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import {
  emojiCategories,
  findEmoji,
  storeRecentEmoji,
  loadAllEmoji,
  loadEmoji,
  readRecentEmoji,
} from "#lib/messenger/emoji/emoji.ts";

const glyphs = async (query: string, locale = "ru") =>
  findEmoji(query, await loadAllEmoji(locale)).map(([glyph]) => glyph);

describe("emoji", () => {
  it.each(locales)("all have a name in %s", async (locale) => {
    const data = await loadEmoji(locale);
    expect(data).toHaveLength(emojiCategories.length);
    expect(data.flat().filter(([glyph, name]) => glyph === "" || name === "")).toEqual([]);
  });

  it.each([
    ["сердце", "❤️"],
    ["красное серд", "❤️"],
    ["yurak", "❤️"],
    ["heart", "❤️"],
    ["o'zbekiston", "🇺🇿"],
    ["❤️", "❤️"],
  ])("are found by %s, whatever the language of the page", async (query, expected) => {
    expect(await glyphs(query)).toContain(expected);
    expect(await glyphs(query, "en")).toContain(expected);
  });

  it("are not found by a word that none is named by", async () => {
    expect(await glyphs("щщщ")).toEqual([]);
  });
});

describe("recent emoji", () => {
  beforeEach(() => localStorage.clear());

  it("are the last ones picked, newest first, each once, of this member alone", () => {
    for (const emoji of ["👍", "😂", "👍"]) storeRecentEmoji(1, emoji);
    expect(readRecentEmoji(1)).toEqual(["👍", "😂"]);
    expect(readRecentEmoji(2)).toEqual([]);
  });

  it("are empty where something else is stored", () => {
    localStorage.setItem("emoji:1", "{");
    expect(readRecentEmoji(1)).toEqual([]);
  });
});
