/** Where a member goes once signed in (S-LOGIN). */
import type { User } from "#lib/auth/schema.ts";
import { pageOf, splitLocale } from "#lib/site/pages.ts";
import { hrefOf, type Route, routes } from "#lib/routes.ts";
import { type Deployment, isSurface, originOf } from "#lib/site/surfaces.ts";

/** Pages that would only redirect the member again. */
const accountScreens = [routes.login(), routes.signup(), routes.recovery(), routes.confirmation()];

/** `intent` must come from `returnRouteOf`, which checks it. */
export const destinationOf = (user: Pick<User, "verified">, intent: Route | null): Route =>
  user.verified ? (intent ?? routes.profile()) : routes.confirmation();

/**
 * The page that `subdomain` and `path` name, or null unless it is a page of Kampus: the address is resolved as a
 * browser does it, and must stay on that surface and in the language.
 */
export function returnRouteOf(
  search: URLSearchParams,
  deployment: Deployment,
  locale: string,
): Route | null {
  const surface = search.get("subdomain");
  const written = search.get("path");
  if (!isSurface(surface) || written === null || /[\\\p{Cc}]/u.test(written)) return null;

  const path = written.startsWith("/") ? written : `/${written}`;
  const address = hrefOf(deployment, locale, { surface, path });
  if (!URL.canParse(address)) return null;
  const { origin, pathname, search: query, hash } = new URL(address);
  const resolved = splitLocale(pathname);
  if (origin !== originOf(deployment, surface) || resolved.locale !== locale) return null;
  if (pageOf(surface, resolved.path) === null || isAccountScreen(surface, resolved.path))
    return null;
  return { surface, path: `${resolved.path}${query}${hash}` };
}

function isAccountScreen(surface: string, path: string): boolean {
  return accountScreens.some(
    (screen) =>
      screen.surface === surface && (path === screen.path || path.startsWith(`${screen.path}/`)),
  );
}
