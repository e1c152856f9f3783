/** Which prerendered page shows a public path. The addresses themselves are made by lib/routes.ts. */
import type { Surface } from "#lib/site/surfaces.ts";

const fixedPages: Record<Surface, readonly string[]> = {
  site: ["/", "/signup", "/login", "/recovery", "/confirmation"],
  profile: [
    "/",
    "/welcome",
    "/classes",
    "/friends",
    "/friends/incoming",
    "/friends/outgoing",
    "/friends/find",
    "/settings",
    "/settings/images",
    "/settings/educations",
    "/settings/jobs",
    "/settings/media",
    "/settings/notifications",
    "/settings/privacy",
    "/settings/blocked",
    "/settings/invitations",
    "/settings/account",
    "/settings/security",
    "/settings/data",
  ],
  chat: ["/"],
};

/** Paths with an id share one page, which reads the id from the address in the browser. */
const variablePages: Record<Surface, readonly { path: RegExp; page: string }[]> = {
  site: [
    { path: /^\/confirmation\/[\w-]+$/, page: "/confirmation/_" },
    { path: /^\/i\/[\w-]{1,64}$/, page: "/i/_" },
  ],
  profile: [
    { path: /^\/users\/[1-9]\d{0,9}$/, page: "/users/_" },
    { path: /^\/objects\/[1-9]\d{0,9}$/, page: "/objects/_" },
    {
      // Looser than lib/members/class-key.ts: of a year in which nobody can have studied, the page says that it is missing.
      path: /^\/objects\/[1-9]\d{0,9}\/classes\/(?:since-)?(?:19|20)\d{2}$/,
      page: "/objects/_/classes/_",
    },
  ],
  chat: [{ path: /^\/(private|group)\/[1-9]\d{0,9}$/, page: "/conversation" }],
};

/** Pages that begin with other files for a member, at the same address. */
const memberPages: Partial<Record<Surface, Record<string, string>>> = {
  site: { "/": "/for-members" },
};

/** The page that a member begins with instead of `page`; undefined where it is the same for everybody. */
export const memberPageOf = (surface: Surface, page: string): string | undefined =>
  memberPages[surface]?.[page];

/**
 * The page behind `path` (no locale, begins with "/"), as the path of its folder below the surface.
 * Null: there is no such page, internal paths included.
 */
export function pageOf(surface: Surface, path: string): string | null {
  if (fixedPages[surface].includes(path)) return path;
  return variablePages[surface].find((variable) => variable.path.test(path))?.page ?? null;
}

/** "/ru/friends/find" → { locale: "ru", path: "/friends/find" }. */
export function splitLocale(pathname: string): { locale: string; path: string } {
  const [, locale = "", ...rest] = pathname.split("/");
  return { locale, path: `/${rest.join("/")}` };
}
