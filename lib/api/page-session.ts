/**
 * The session that the page acts for (S-AUTHENTICATION). All tabs share the token cookie, so a tab that has not noticed
 * a sign-out would otherwise send what one member has written with the token of the next.
 */
import { announceTokenChange, readToken } from "#lib/browser/cookies.ts";

/** The token; null for a visitor; undefined until the page knows, when its calls carry the token of the cookie. */
let session: string | null | undefined;

/** Must be called once the page holds nothing of another session, and before it makes calls for this one. */
export function bindPage(token: string | null | undefined): void {
  session = token;
}

/** Whether another page has signed in or out meanwhile. If so, this page is made to notice, and may call nothing. */
export function isPageOutdated(): boolean {
  if (session === undefined || session === readToken()) return false;
  announceTokenChange();
  return true;
}
