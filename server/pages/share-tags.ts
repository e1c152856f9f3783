/** The Open Graph tags of a page, whose addresses must be whole. */
import { hrefOf, type Route, routes } from "#lib/routes.ts";
import { originOf } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";
import { escapeHtml } from "#server/mail/escape-html.ts";
import { type PreparedFile, prepareFile } from "#server/pages/prepare.ts";
import type { MakePage } from "#server/pages/serve-pages.ts";
import { brandIn, translatorFor } from "#server/infra/translations.ts";

type ShareEnv = Pick<Env, "deployment" | "brand">;

interface Shared {
  title: string;
  description: string;
  /** The page, or its absolute address where that is not on its surface; none where one page is sent for several. */
  route?: Route | string | undefined;
  /** The absolute address of the page's own picture, of the same size. */
  picture?: string;
  /** Whether the page is about this subject alone, so that its title names it too. */
  isTitle?: boolean;
  /** What the elements of the page with `data-filled` say from the first paint (components/ui/subject/filled-text.tsx). */
  filled?: Record<string, string | undefined>;
}

/** Drawn by scripts/draw-icons.mjs, without words, so that it fits every language and brand. */
const picture = { path: "/pwa/share-1200.png", width: 1200, height: 630 };
/** Made at the first request of each start, and sent from then on. */
const openPageQuality = 9;
/** Institution pages are compressed while a visitor waits, so quickly. */
const defaultQuality = 5;

/**
 * Pages whose links show the service alone, with the address of those that have one. Members share the addresses of their
 * profiles and chats, whose preview tells nothing personal.
 */
const brandPages: Record<string, Route | undefined> = {
  "/site": routes.home(),
  "/site/signup": routes.signup(),
  "/site/login": routes.login(),
  "/site/recovery": routes.recovery(),
  "/profile": routes.profile(),
  "/profile/users/_": undefined,
  "/profile/friends/find": undefined,
  "/chat": undefined,
  "/chat/conversation": undefined,
};

/** Makes these pages, with their tags, by their folder. */
export const sharedPages = (env: ShareEnv): ReadonlyMap<string, MakePage> =>
  new Map(
    Object.entries(brandPages).map(([folder, route]): [string, MakePage] => {
      const made = new Map<string, Promise<PreparedFile>>();
      const make = (locale: string, page: PreparedFile) => {
        const t = translatorFor(locale);
        const shared = { title: t("Home.title"), description: t("Home.lead"), route };
        return withTags(env, locale, page, shared, openPageQuality);
      };
      return [
        folder,
        (locale, _path, page) => {
          const known = made.get(locale) ?? make(locale, page);
          made.set(locale, known);
          return known;
        },
      ];
    }),
  );

/** The page with tags in its head, and the words of its subject in its body. */
export async function withTags(
  env: ShareEnv,
  locale: string,
  { type, bodies, inlineScripts }: PreparedFile,
  shared: Shared,
  quality = defaultQuality,
): Promise<PreparedFile> {
  const plain = bodies.get("identity");
  if (!plain) throw new Error("a prepared page without its plain body");
  const html = Buffer.from(plain.read()).toString("utf8");
  const titled = shared.isTitle
    ? html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(shared.title)}</title>`)
    : html;
  const content = Buffer.from(
    filledWith(shared.filled, titled).replace(
      "</head>",
      () => `${tagsOf(env, locale, shared)}</head>`,
    ),
  );
  return { ...(await prepareFile(type, content, quality)), inlineScripts };
}

/** Only elements that are empty, so that no text of the page is written over. */
const filledWith = (texts: Shared["filled"] = {}, html: string): string =>
  html.replace(
    / aria-hidden="true"( data-filled="(\w+)">)(?=<\/)/g,
    (found, end: string, name: string) => {
      const text = texts[name];
      return text ? end + escapeHtml(text) : found;
    },
  );

function tagsOf({ deployment, brand }: ShareEnv, locale: string, shared: Shared): string {
  const addressOf = (route: Route | string) =>
    typeof route === "string" ? route : hrefOf(deployment, locale, route);
  const properties = {
    "og:type": "website",
    "og:site_name": brandIn(locale, brand),
    "og:locale": locale.replaceAll("-", "_"),
    "og:title": shared.title,
    "og:description": shared.description,
    ...(shared.route !== undefined && { "og:url": addressOf(shared.route) }),
    "og:image": shared.picture ?? `${originOf(deployment)}${picture.path}`,
    "og:image:type": "image/png",
    "og:image:width": String(picture.width),
    "og:image:height": String(picture.height),
  };
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}"/>`,
  );
  return `${tags.join("")}<meta name="twitter:card" content="summary_large_image"/>`;
}
