/** Decides the answer to a request for a page (D-SURFACES), for middleware.ts and the server of prerendered pages. */
import { isLocale } from "#lib/i18n/locales.ts";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";
import { memberPageOf, pageOf, splitLocale } from "#lib/site/pages.ts";
import { hostRoleOf, isSurface } from "#lib/site/surfaces.ts";

interface PageRequest {
  host: string | undefined;
  /** Without the query. */
  pathname: string;
  /** Value of the cookie NEXT_LOCALE. */
  rememberedLocale: string | undefined;
  acceptLanguage: string | undefined;
  /** Whether the request has a token, which may have expired. */
  hasToken: boolean;
}

type PageAnswer =
  | { status: 421 }
  /** A redirect to `location` with the same query. */
  | { status: 307; location: string; caching: string }
  /** The prerendered page `page`, the path of its folder below app/. */
  | { status: 200 | 404; page: string; caching: string };

/**
 * The answer is the same for everybody, but a shared cache may not keep a page much longer than the build whose files
 * it names.
 */
const pageCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=60";

/**
 * An address has one page for visitors and one for members. Shared caches store only that for visitors, which works for
 * a member, too, once more files have loaded.
 */
const memberPageCaching = "private, max-age=0";

/** Not cached, because the language depends on the request and a missing page may exist later. */
export const noCaching = "private, no-store";

export function pageAnswer(
  { host, pathname, rememberedLocale, acceptLanguage, hasToken }: PageRequest,
  rootDomain: string,
): PageAnswer {
  const role = hostRoleOf(host, rootDomain);
  if (!isSurface(role)) return { status: 421 };

  const { locale, path } = splitLocale(pathname);
  const known = isLocale(locale);
  const page = known ? pageOf(role, path) : null;
  if (page !== null) {
    const memberPage = hasToken ? memberPageOf(role, page) : undefined;
    return {
      status: 200,
      page: below(locale, `/${role}${memberPage ?? page}`),
      caching: memberPage === undefined ? pageCaching : memberPageCaching,
    };
  }

  const best = known ? locale : negotiateLocale(rememberedLocale, acceptLanguage);
  if (pathname === "/") return { status: 307, location: below(best, "/"), caching: noCaching };
  return { status: 404, page: below(best, "/missing"), caching: noCaching };
}

const below = (locale: string, path: string) => `/${locale}${path}`.replace(/\/$/, "");
