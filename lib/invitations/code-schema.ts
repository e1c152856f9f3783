/** Codes of invitations, in a module of their own because every account screen asks whether an invitation led there. */
import type { Route } from "#lib/routes.ts";

/** 128 bits in base64url. Any other text is answered like a code that does not exist. */
const codeText = /^[\w-]{22}$/;
export const isInvitationCode = (code: string) => codeText.test(code);

/** The code that a page's route names; null where it is no invitation. */
export function invitationCodeOf(route: Route | null): string | null {
  if (route?.surface !== "site") return null;
  const code = /^\/i\/([^/?]+)/.exec(route.path)?.[1] ?? "";
  return isInvitationCode(code) ? code : null;
}
