import type { ApiFailure } from "#lib/api/api-client.ts";
import type { SignedIn, User } from "#lib/auth/schema.ts";

export type AuthState =
  /** `failure` is why the session could not be loaded; `retry` asks again. */
  | { status: "undetermined"; failure?: ApiFailure | null; retry?: () => void }
  /**
   * `byChoice`: the member has just signed out here, so the login needs no way back. `ended`: a session that this page
   * has seen ended without their doing.
   */
  | { status: "unauthenticated"; byChoice?: boolean; ended?: boolean }
  /** `leaving`: the member is ending the session here, so its end needs no handling. */
  | { status: "authenticated"; user: User; token: string; leaving?: boolean };

/**
 * Whether a page that is open to visitors shows its public side. Not counted as visitors: members who just signed out or
 * whose session ended here. They are sent to the login; the home page tells them itself (D-HOME).
 */
export const isOutside = (auth: AuthState): boolean =>
  auth.status === "authenticated"
    ? !auth.user.verified
    : auth.status === "unauthenticated" && auth.byChoice !== true && auth.ended !== true;

/** Whether this page has seen the session end without the member's doing. */
export const isSessionOver = (auth: AuthState): boolean =>
  auth.status === "unauthenticated" && auth.ended === true;

export interface AuthActions {
  signIn: (signedIn: Pick<SignedIn, "token" | "user">) => void;
  /** Never fails: the token is removed even when the server is unreachable. */
  signOut: () => Promise<void>;
  /** Signs out after `end`, if given, has ended the session on the server; stays signed in when that fails. */
  leave: (end?: () => Promise<void>) => Promise<void>;
}

export type Auth = AuthState & AuthActions;
