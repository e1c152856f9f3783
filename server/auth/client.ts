import type { FastifyRequest } from "fastify";
import { deviceMarkOf } from "#server/auth/known-devices.ts";
import { plainAddress } from "#server/http/client-network.ts";
import {
  noteSecurityEvent,
  type SecurityDetails,
  type SecurityEvent,
} from "#server/plugins/security-trail.ts";

/** The origin of a request, as a session stores it and limits count it. */
export interface Client {
  ip: string;
  userAgent: string;
  /** The mark of a known device, not yet verified here. */
  mark: string | undefined;
  /** The session that sent the request, if there is one. */
  sessionId: string | undefined;
  reqId: string;
  /** Writes a line of the security trail about this request. */
  note: (event: SecurityEvent, details: Omit<SecurityDetails, "ip" | "reqId">) => void;
}

/** Notes in the trail how many sessions of an account were ended before they expired, if any. */
export function noteEnded(client: Client, account: number, ended: string[], reason: string): void {
  if (ended.length > 0) client.note("sessions_ended", { account, count: ended.length, reason });
}

export const clientOf = (request: FastifyRequest): Client => ({
  ip: plainAddress(request.ip),
  userAgent: request.headers["user-agent"] ?? "",
  mark: deviceMarkOf(request),
  sessionId: request.sessionMember?.sessionId,
  reqId: request.id,
  note: (event, details) => {
    noteSecurityEvent(request.log, event, { ...details, ip: request.ip, reqId: request.id });
  },
});
