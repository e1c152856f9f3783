import { describe, expect, it } from "vitest";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";

describe("the language of an address without one", () => {
  it("is the remembered one, whatever the browser accepts", () => {
    expect(negotiateLocale("uz", "en-US,en;q=0.9")).toBe("uz");
  });

  it("is the best that the browser accepts when none is remembered", () => {
    expect(negotiateLocale(undefined, "fr, en-GB;q=0.8, ru;q=0.5")).toBe("en");
    expect(negotiateLocale(undefined, "uz-Latn-UZ")).toBe("uz");
  });

  it("is in the script that the browser names", () => {
    expect(negotiateLocale(undefined, "uz-Cyrl-UZ, uz;q=0.9")).toBe("uz-Cyrl");
    expect(negotiateLocale(undefined, "uz-Cyrl")).toBe("uz-Cyrl");
    expect(negotiateLocale(undefined, "uz-UZ, ru;q=0.8")).toBe("uz");
    expect(negotiateLocale("uz-Cyrl", "uz-UZ")).toBe("uz-Cyrl");
  });

  it("is Russian when no language matches", () => {
    expect(negotiateLocale(undefined, undefined)).toBe("ru");
    expect(negotiateLocale("xx", "ja")).toBe("ru");
  });

  it("is looked for among the first ten of a long header, because matching is slow", () => {
    const foreign = ["ja", "ko", "zh", "th", "vi", "km", "my", "hi", "bn", "ta"];
    expect(negotiateLocale(undefined, [...foreign.slice(1), "en"].join(","))).toBe("en");
    expect(negotiateLocale(undefined, [...foreign, "en"].join(","))).toBe("ru");
    expect(negotiateLocale(undefined, `${"x".repeat(500)},en`)).toBe("ru");
  });

  it("survives a header that names no language", () => {
    expect(negotiateLocale(undefined, "*")).toBe("ru");
    expect(negotiateLocale(undefined, "x, ../../etc, en;q=oops, 12-34")).toBe("ru");
  });
});
