import { expect, it } from "vitest";
import { excerptOf } from "#lib/messenger/text/excerpt.ts";

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
