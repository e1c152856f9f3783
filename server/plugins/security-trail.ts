import type { FastifyBaseLogger } from "fastify";
import { networkOf } from "#server/http/client-network.ts";

/** Every event of the security trail, and whether it should be looked at (`warn`) or only be findable (`info`). */
export const securityEvents = {
  signed_up: "info",
  signed_in: "info",
  login_failed: "warn",
  login_delayed: "warn",
  reauthentication_failed: "warn",
  reauthentication_delayed: "warn",
  address_confirmed: "info",
  address_corrected: "info",
  recovery_asked: "info",
  recovery_delayed: "warn",
  recovery_code_failed: "warn",
  password_changed: "info",
  password_reset: "info",
  phone_changed: "info",
  sessions_ended: "info",
  account_deleted: "info",
  account_restored: "info",
  access_refused: "warn",
  socket_refused: "warn",
} as const satisfies Record<string, "info" | "warn">;

export type SecurityEvent = keyof typeof securityEvents;

const counts = new Map<SecurityEvent, number>();

/** How often each event happened in this process. */
export const securityEventCounts = (): ReadonlyMap<SecurityEvent, number> => counts;

/** The details of an event. Never a token, a password, a code, a captcha, an address or a telephone (SEC-Q2). */
export interface SecurityDetails {
  /** Id of the affected member; null where nobody has the login, or no account is concerned. */
  account: number | null;
  /** The source address, of which the line keeps only the network. Null for actions of the server itself. */
  ip: string | null;
  /** The reason, in one lower-case word or several joined by `_`. */
  reason?: string;
  /** A number, such as that of ended sessions. */
  count?: number;
  /** Seconds until the next allowed try. */
  waitS?: number | undefined;
  /** The id of the request, as in its own line. */
  reqId?: string;
}

/** Writes one line of the trail; its format is documented for readers in docs/security.md. */
export function noteSecurityEvent(
  log: Pick<FastifyBaseLogger, "info" | "warn">,
  event: SecurityEvent,
  { account, ip, reason, count, waitS, reqId }: SecurityDetails,
): void {
  counts.set(event, (counts.get(event) ?? 0) + 1);
  log[securityEvents[event]](
    {
      security: event,
      account,
      network: ip === null ? null : networkOf(ip),
      ...(reason !== undefined && { reason }),
      ...(count !== undefined && { count }),
      ...(waitS !== undefined && { waitS: Math.ceil(waitS) }),
      ...(reqId !== undefined && { reqId }),
    },
    "security",
  );
}
