import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it } from "vitest";
import { Ties } from "#components/auth/ties.tsx";
import type { Tie } from "#lib/auth/tie-schema.ts";
import en from "#messages/en.json" with { type: "json" };
import ru from "#messages/ru.json" with { type: "json" };
import cyrillic from "#messages/uz-Cyrl.json" with { type: "json" };
import uz from "#messages/uz.json" with { type: "json" };

const messages = { ru, uz, "uz-Cyrl": cyrillic, en };
type Locale = keyof typeof messages;

function shown(locale: Locale, shared: { start: number; end: number | null; class_key?: string }) {
  const tie: Tie = { kind: "classmate", object: { id: 1, name: "Лицей" }, ...shared };
  const { container } = render(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <Ties ties={[tie]} />
    </NextIntlClientProvider>,
  );
  return container.textContent.trim();
}

describe("the reason that two studied together", () => {
  it.each([
    ["ru", "Учились вместе, 2017–2018: Лицей"],
    ["uz", "Birga oʻqigansizlar, 2017–2018: Лицей"],
    ["uz-Cyrl", "Бирга ўқигансизлар, 2017–2018: Лицей"],
    ["en", "Studied together, 2017–2018: Лицей"],
  ] as const)("names in %s the years in which both were there", (locale, text) => {
    expect(shown(locale, { start: 2017, end: 2018 })).toBe(text);
  });

  it.each([
    ["ru", "Учились вместе, 2017: Лицей"],
    ["uz", "Birga oʻqigansizlar, 2017: Лицей"],
    ["uz-Cyrl", "Бирга ўқигансизлар, 2017: Лицей"],
    ["en", "Studied together, 2017: Лицей"],
  ] as const)("names in %s a single year once", (locale, text) => {
    expect(shown(locale, { start: 2017, end: 2017 })).toBe(text);
  });

  it.each([
    ["ru", "Учились вместе, с 2017: Лицей", "Учитесь вместе, с 2017: Лицей"],
    ["uz", "Birga oʻqigansizlar, 2017-yildan: Лицей", "2017-yildan birga oʻqiysizlar: Лицей"],
    ["uz-Cyrl", "Бирга ўқигансизлар, 2017-йилдан: Лицей", "2017-йилдан бирга ўқийсизлар: Лицей"],
    ["en", "Studied together, since 2017: Лицей", "Studying together since 2017: Лицей"],
  ] as const)("says in %s since when, where neither has left", (locale, together, ofClass) => {
    expect(shown(locale, { start: 2017, end: null })).toBe(together);
    expect(shown(locale, { start: 2017, end: null, class_key: "since-2017" })).toBe(ofClass);
  });
});
