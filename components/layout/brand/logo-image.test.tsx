import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it, vi } from "vitest";
import { LogoImage } from "#components/layout/brand/logo-image.tsx";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import en from "#messages/en.json" with { type: "json" };
import ru from "#messages/ru.json" with { type: "json" };
import uz from "#messages/uz.json" with { type: "json" };

const messages = { ru, uz, en };
const colors = ["accent", "white", "mono"] as const;

function show(locale: keyof typeof messages, brand: string, color: (typeof colors)[number]) {
  vi.stubGlobal(runtimeConfigGlobal, { brand });
  return render(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <LogoImage color={color} />
    </NextIntlClientProvider>,
  );
}

describe.each(colors)("the logo in %s", (color) => {
  it.each([
    ["ru", "Кампус"],
    ["uz", "Kampus"],
    ["en", "Kampus"],
  ] as const)("is written in %s as %s", (locale, written) => {
    show(locale, "Kampus", color);
    expect(screen.getByRole("img", { name: written })).toHaveTextContent(written);
  });

  it("is the operator's brand unchanged, in every language", () => {
    show("ru", "Talim", color);
    expect(screen.getByRole("img", { name: "Talim" })).toHaveAttribute("data-color", color);
  });
});
