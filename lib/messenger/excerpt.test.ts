import { expect, it } from "vitest";
import { excerptOf } from "#lib/messenger/excerpt.ts";

it("shows a word that stands late in a long text, with some of what is before it", () => {
  const text = "Мы долго думали, куда поехать летом,\nи наконец взяли билеты в Самарканд";
  expect(excerptOf(text, "билет")).toBe("…летом, и наконец взяли билеты в Самарканд");
});

it("leaves a text as it is where the word stands early, or is written in the other script", () => {
  expect(excerptOf("Взял билет", "билет")).toBe("Взял билет");
  expect(excerptOf("Мы долго думали и взяли билет", "bilet")).toBe("Мы долго думали и взяли билет");
});
