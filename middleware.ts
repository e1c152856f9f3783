import { type NextRequest, NextResponse } from "next/server";
import { localeCookie } from "#lib/cookie-names.ts";
import { isLocale } from "#lib/i18n/locales.ts";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";
import { pageOf, splitLocale } from "#lib/pages.ts";
import { hostRoleOf, isSurface } from "#lib/surfaces.ts";

/** Everything but Next's own files; no page has a public path that begins with "/_next/". */
export const config = { runtime: "nodejs", matcher: "/((?!_next/|icon\\.svg$).*)" };

/** The same for everybody, but a shared cache may not keep a page much longer than the build whose files it names. */
const pageCaching = "public, max-age=0, s-maxage=60, stale-while-revalidate=60";

/** Host → surface → the prerendered page, in the language of the path (product.md §1). */
export function middleware({ headers, cookies, nextUrl }: NextRequest) {
  const role = hostRoleOf(
    headers.get("host") ?? undefined,
    process.env.ROOT_DOMAIN ?? "kampus.localhost",
  );
  if (!isSurface(role)) return new NextResponse(null, { status: 421 });

  const { locale, path } = splitLocale(nextUrl.pathname);
  const page = isLocale(locale) ? pageOf(role, path) : null;
  const to = nextUrl.clone();
  if (page !== null) {
    to.pathname = `/${locale}/${role}${page}`;
    const response = NextResponse.rewrite(to);
    response.headers.set("Cache-Control", pageCaching);
    return response;
  }

  const best = negotiateLocale(
    cookies.get(localeCookie)?.value,
    headers.get("accept-language") ?? undefined,
  );
  const isStart = nextUrl.pathname === "/";
  to.pathname = isStart ? `/${best}` : `/${isLocale(locale) ? locale : best}/missing`;
  const response = isStart ? NextResponse.redirect(to) : NextResponse.rewrite(to, { status: 404 });
  // The language of these is negotiated, and a page may appear where none was.
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
