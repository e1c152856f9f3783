import { preload } from "react-dom";
import "#components/layout/fonts/onest.css";
import cyrillic from "#components/layout/fonts/onest-cyrillic.woff2";
import latin from "#components/layout/fonts/onest-latin.woff2";
import uzbek from "#components/layout/fonts/onest-uzbek.woff2";

/** Has the scripts that the texts of a language are written in fetched ahead of the styles that name them. */
export function preloadFonts(locale: string): void {
  for (const font of fontsOf(locale))
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "" });
}

/** Every language has Latin names and figures; Russian has none of the further letters of Uzbek. */
function fontsOf(locale: string): string[] {
  const { script, language } = new Intl.Locale(locale).maximize();
  if (script !== "Cyrl") return [latin];
  return language === "ru" ? [latin, cyrillic] : [latin, cyrillic, uzbek];
}
