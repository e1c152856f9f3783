import { readdirSync, readFileSync } from "node:fs";
import type { FastifyPluginAsync } from "fastify";
import { isLocale, locales } from "#lib/i18n/locales.ts";
import { hostRoleOf, isSurface, type Surface } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";
import { notFound } from "#server/http/failure.ts";
import { workerPolicy } from "#server/http/security-headers.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

const folder = new URL("./icons/", import.meta.url);
/** For icons, which keep their names when they change. */
const iconCaching = "public, max-age=86400";
/** For the worker and the manifests, which a browser refetches each time. */
const freshCaching = "no-cache";

/** The files by which a browser installs a surface: its worker, its manifest in each language, its icons. */
export const pwaRoutes: FastifyPluginAsync<{ env: Env }> = async (app, { env }) => {
  const { rootDomain } = env.deployment;
  const hidden = { schema: { hide: true } };
  const script = serviceWorker(env);
  const icons = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder))]),
  );
  const surfaceOf = (host: string | undefined) => {
    const role = hostRoleOf(host, rootDomain);
    if (!isSurface(role)) throw notFound();
    return role;
  };

  app.get("/sw.js", hidden, (request, reply) => {
    surfaceOf(request.headers.host);
    return reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", freshCaching)
      .header("content-security-policy", workerPolicy)
      .send(script);
  });

  app.get<{ Params: { file: string } }>("/pwa/:file", hidden, (request, reply) => {
    const { file } = request.params;
    const icon = icons.get(file);
    if (icon) return reply.type("image/png").header("cache-control", iconCaching).send(icon);
    const locale = /^([\w-]+)\.webmanifest$/.exec(file)?.[1];
    if (!isLocale(locale)) throw notFound();
    return reply
      .type("application/manifest+json; charset=utf-8")
      .header("cache-control", freshCaching)
      .send(JSON.stringify(manifest(env, surfaceOf(request.headers.host), locale)));
  });
};

const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/pwa/${name}`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** The name and appearance of an installed surface (W3C Web Application Manifest). */
function manifest({ brand }: Pick<Env, "brand">, surface: Surface, locale: string) {
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

const workerParts = ["caching", "offline-page", "notices"];

/** `/sw.js` of every surface: one script, so that a browser fetches and renews it as a whole. */
export function serviceWorker({ brand }: Pick<Env, "brand">): string {
  const offline = Object.fromEntries(
    locales.map((locale) => {
      const t = translatorFor(locale);
      const texts = {
        brand: brandIn(locale, brand),
        offline: { title: t("Offline.title"), text: t("Offline.text") },
        unanswered: {
          title: t("Offline.unansweredTitle", { brand: brandIn(locale, brand) }),
          text: t("Offline.unansweredText"),
        },
        retry: t("Offline.retry"),
      };
      return [locale, texts];
    }),
  );
  const known = escaped(JSON.stringify({ offline }));
  const code = workerParts.map((part) =>
    readFileSync(new URL(`./worker/${part}.js`, import.meta.url), "utf8"),
  );
  return [`const kampus = ${known};`, ...code].join("\n");
}

/** The worker also writes these texts into HTML. */
const escaped = (json: string) =>
  json.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
