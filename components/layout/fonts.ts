import { preload } from "react-dom";
import "#components/layout/fonts/onest.css";
import cyrillic from "#components/layout/fonts/onest-cyrillic.woff2";
import latin from "#components/layout/fonts/onest-latin.woff2";

/** Languages whose texts are Cyrillic; all of them have Latin names and figures too. */
const cyrillicLocales = ["ru"];

/** Has the scripts that the texts of a language are written in fetched ahead of the styles that name them. */
export function preloadFonts(locale: string): void {
  for (const font of cyrillicLocales.includes(locale) ? [latin, cyrillic] : [latin])
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "" });
}
