import "#components/layout/theme.css";
import "#components/layout/fonts/onest.css";
import type { Metadata, Viewport } from "next";
import { getTranslations } from "next-intl/server";
import { locale as rootLocale } from "next/root-params";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { Providers } from "./providers.tsx";
import cyrillic from "#components/layout/fonts/onest-cyrillic.woff2";
import latin from "#components/layout/fonts/onest-latin.woff2";
import uzbek from "#components/layout/fonts/onest-uzbek.woff2";
import { BaseMessages } from "#components/layout/surface-messages.tsx";
import { locales } from "#lib/i18n/locales.ts";

export const dynamicParams = false;

export function generateStaticParams() {
  return locales.map((locale) => ({ locale }));
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations();
  return {
    title: t("Layout.title"),
    description: t("Layout.description"),
    manifest: `/pwa/${await rootLocale()}.webmanifest`,
    icons: {
      icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      apple: "/pwa/apple-touch-icon.png",
    },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  // A phone's keyboard shrinks the page, so that the bottom of the page stays above it.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#1e2120" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = await rootLocale();
  preloadFonts(locale);
  return (
    // `/config.js` changes the scheme before this is hydrated.
    <html lang={locale} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        {/* Must run before anything else: it says where the deployment stands and sets the colour scheme before the first paint. */}
        {/* eslint-disable-next-line @next/next/no-sync-scripts -- see above */}
        <script src="/config.js" />
      </head>
      <body>
        <BaseMessages namespaces={["Site", "Layout", "Problem"]}>
          <Providers>{children}</Providers>
        </BaseMessages>
      </body>
    </html>
  );
}

/** Preloads the font files of the scripts of a language before the styles that name them. */
function preloadFonts(locale: string): void {
  for (const font of fontsOf(locale))
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "" });
}

/** Every language shows Latin names and figures; only Uzbek has further Cyrillic letters. */
function fontsOf(locale: string): string[] {
  const { script, language } = new Intl.Locale(locale).maximize();
  if (script !== "Cyrl") return [latin];
  return language === "ru" ? [latin, cyrillic] : [latin, cyrillic, uzbek];
}
