import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { noteSecurityEvent } from "#server/plugins/security-trail.ts";

/** Logs that a socket was refused: the reason and, where it is known, the account of the session. */
export type NoteRefusal = (
  request: IncomingMessage,
  reason: string,
  account?: number | null,
) => void;

export const createNoteRefusal =
  (log: Logger, addressOf: (request: IncomingMessage) => string): NoteRefusal =>
  (request, reason, account = null) => {
    noteSecurityEvent(log, "socket_refused", { account, ip: addressOf(request), reason });
  };
