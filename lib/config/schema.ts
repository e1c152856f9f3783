import type { Deployment } from "#lib/site/surfaces.ts";

/** What the browser learns at run time from `/config.js`, so that one build serves any domain. */
export interface RuntimeConfig extends Deployment {
  /** Mail-style account domains: the first is fixed at sign-up, all are selectable at login (S-LOGIN). */
  accountDomains: [string, ...string[]];
  brand: string;
  /** The mails of all members can be read at the host of mail (D-MAILBOX). */
  mailbox?: true;
  /** Text messages are sent, so that a telephone can recover an account (S-RECOVERY). */
  textMessages?: true;
  /** That nobody can sign up for now, by language; missing while they can (D-CLOSED). */
  registrationClosed?: Record<string, string>;
  /** What members are shown now, until it ends (D-ANNOUNCED). */
  announcement?: Announcement;
}

/** What the operator says to all members for a time. */
export interface Announcement {
  id: number;
  /** The texts by language. */
  texts: Record<string, string>;
  ends_at: string;
}

/** The global that `/config.js` sets. */
export const runtimeConfigGlobal = "__KAMPUS__";
