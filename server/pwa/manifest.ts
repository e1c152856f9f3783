import type { Env } from "#server/env.ts";
import type { Surface } from "#lib/site/surfaces.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/pwa/${name}`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** What a surface is called and looks like once it is installed (W3C Web Application Manifest). */
export function manifest({ brand }: Pick<Env, "brand">, surface: Surface, locale: string) {
  const t = translatorFor(locale);
  const name = brandIn(locale, brand);
  const isChat = surface === "chat";
  return {
    id: "/",
    name: isChat ? `${t("Messenger.title")} · ${name}` : name,
    short_name: isChat ? t("Messenger.title") : name,
    description: t("Layout.description"),
    lang: locale,
    dir: "ltr",
    start_url: `/${locale}`,
    scope: "/",
    display: "standalone",
    background_color: "#f6f5f2",
    theme_color: "#ffffff",
    categories: ["social", "education"],
    icons: [
      icon("icon-192.png", 192, "any"),
      icon("icon-512.png", 512, "any"),
      icon("icon-maskable-512.png", 512, "maskable"),
    ],
  };
}
