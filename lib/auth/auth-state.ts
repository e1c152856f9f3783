import type { ApiFailure } from "#lib/api/api-client.ts";
import type { SignedIn, User } from "#lib/auth/schema.ts";

export type AuthState =
  /** `failure` is why the member is still not known; `retry` asks again. */
  | { status: "undetermined"; failure?: ApiFailure | null; retry?: () => void }
  /**
   * `byChoice`: the member has just signed out here, so nobody waits to be returned. `ended`: without their doing a
   * session has ended that this page has seen.
   */
  | { status: "unauthenticated"; byChoice?: boolean; ended?: boolean }
  /** `leaving`: the member is just ending the session here, so its end is no news. */
  | { status: "authenticated"; user: User; token: string; leaving?: boolean };

export interface AuthActions {
  signIn: (signedIn: Pick<SignedIn, "token" | "user">) => void;
  /** Never fails: the token goes even when the server cannot be told. */
  signOut: () => Promise<void>;
  /** Forgets the session once `end`, if given, has had the server end it; stays signed in when that fails. */
  leave: (end?: () => Promise<void>) => Promise<void>;
}

export type Auth = AuthState & AuthActions;
