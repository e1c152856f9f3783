import { preload } from "react-dom";
import "#components/layout/fonts/onest.css";
import cyrillic from "#components/layout/fonts/onest-cyrillic.woff2";
import latin from "#components/layout/fonts/onest-latin.woff2";
import uzbek from "#components/layout/fonts/onest-uzbek.woff2";

/** Preloads the font files of the scripts of a language before the styles that name them. */
export function preloadFonts(locale: string): void {
  for (const font of fontsOf(locale))
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "" });
}

/** Every language shows Latin names and figures; only Uzbek has further Cyrillic letters. */
function fontsOf(locale: string): string[] {
  const { script, language } = new Intl.Locale(locale).maximize();
  if (script !== "Cyrl") return [latin];
  return language === "ru" ? [latin, cyrillic] : [latin, cyrillic, uzbek];
}
