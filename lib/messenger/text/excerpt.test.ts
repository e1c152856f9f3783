import { describe, expect, it } from "vitest";
import { excerptOf } from "#lib/messenger/text/excerpt.ts";

describe("the excerpt of a found message", () => {
  it("shows a word late in a long text, with some of the text before it", () => {
    const text = "Мы долго думали, куда поехать летом,\nи наконец взяли билеты в Самарканд";
    expect(excerptOf(text, "билет")).toBe("…летом, и наконец взяли билеты в Самарканд");
  });

  it("leaves a text unchanged where the word stands early", () => {
    expect(excerptOf("Взял билет", "билет")).toBe("Взял билет");
  });

  it("finds a word that is written in the other script", () => {
    expect(excerptOf("Мы долго думали и наконец взяли билет", "bilet")).toBe(
      "…думали и наконец взяли билет",
    );
  });

  it("shows all searched words, with the gap between them left out", () => {
    const text = `Экзамен по химии перенесли. ${"Ещё новости. ".repeat(30)}Принесите тетради и калькулятор`;
    expect(excerptOf(text, "экз тетрад")).toBe("Экзамен по … Принесите тетради и калькулятор");
    expect(excerptOf(text, "тетр химии")).toBe(
      "Экзамен по химии перенесли. … Принесите тетради и калькулятор",
    );
  });

  it("shows the words where they stand together, and not where one of them stands alone before", () => {
    const text = `Я пишу издалека. ${"И вот что. ".repeat(20)}Завтра я приеду домой`;
    expect(excerptOf(text, "я приеду")).toBe("…что. И вот что. Завтра я приеду домой");
  });

  const party = "🎉".repeat(100);
  it.each([
    ["before the word", `${party}!привет`, "привет"],
    ["between the words", `привет и ещё ${party}!пока`, "привет пока"],
    ["after the word", `привет!${party}`, "привет"],
    ["where no word is found", `!${party}`, "привет"],
  ])("cuts no emoji in half %s", (_where, text, words) => {
    const excerpt = excerptOf(text, words);
    expect(excerpt).toContain("…");
    expect(excerpt.isWellFormed()).toBe(true);
  });

  it("ends a long text after the found words", () => {
    const excerpt = excerptOf(`билет ${"и ещё ".repeat(600)}`, "билет");
    expect(excerpt.length).toBeLessThan(200);
    expect(excerpt.endsWith("…")).toBe(true);
  });
});
