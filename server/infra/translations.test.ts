import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { translatorFor } from "#server/infra/translations.ts";

describe.each(locales)("the server's texts in %s", (locale) => {
  const file = new URL(`../../messages/${locale}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>>; // its shape is tested beside the other languages

  it("writes numbers the Russian way, in mails and in notices", () => {
    const counting = Object.entries(texts).flatMap(([namespace, messages]) =>
      Object.entries(messages)
        .filter(([, text]) => /^\{count, plural, .*#|\{count, number\}/.test(text))
        .map(([key]) => `${namespace}.${key}`),
    );
    expect(counting).toContain("Notices.attachments");
    const shown = counting.map((key) => [key, translatorFor(locale)(key, valuesWith(1234))]);
    expect(shown.filter(([, text]) => !text?.includes("1\u00a0234"))).toEqual([]);
  });
});

const valuesWith = (count: number) => ({
  count,
  total: count,
  accepted: count,
  emoji: "",
  name: "",
  answer: "",
});
