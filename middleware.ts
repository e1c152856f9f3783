import { type NextRequest, NextResponse } from "next/server";
import { localeCookie, tokenCookie } from "#lib/browser/cookie-names.ts";
import { pageAnswer } from "#lib/api/page-answer.ts";

/** Everything but Next's own files; no page has a public path that begins with "/_next/". */
export const config = { runtime: "nodejs", matcher: "/((?!_next/|icon\\.svg$).*)" };

/** For what server/pages does not answer by itself: development, and odd addresses. */
export function middleware({ headers, cookies, nextUrl }: NextRequest) {
  const answer = pageAnswer(
    {
      host: headers.get("host") ?? undefined,
      pathname: nextUrl.pathname,
      rememberedLocale: cookies.get(localeCookie)?.value,
      acceptLanguage: headers.get("accept-language") ?? undefined,
      hasToken: cookies.has(tokenCookie),
    },
    process.env.ROOT_DOMAIN ?? "kampus.localhost",
  );
  if (answer.status === 421) return new NextResponse(null, { status: 421 });
  const to = nextUrl.clone();
  to.pathname = answer.status === 307 ? answer.location : answer.page;
  const response =
    answer.status === 307
      ? NextResponse.redirect(to)
      : NextResponse.rewrite(to, { status: answer.status });
  response.headers.set("Cache-Control", answer.caching);
  return response;
}
