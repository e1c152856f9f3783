import type { Socket } from "socket.io";
import { bearerToken, type FindSession, type SessionMember } from "#server/plugins/session.ts";

/** Reaches the client as `connect_error`, with the code in `data`. */
export class HandshakeError extends Error {
  readonly data: { code: string };
  /** Whose session it was. This is not sent to the client. */
  readonly account: number | null;
  constructor(code: string, account: number | null = null) {
    super(code);
    this.data = { code };
    this.account = account;
  }
}

/** Whose session a socket began with, as it is now; null when that has ended. */
export async function sessionOf({ handshake }: Socket, findSession: FindSession) {
  const token = bearerToken(handshake.headers.authorization);
  return token ? findSession(token) : null;
}

/** @throws {HandshakeError} */
export async function signInSocket(socket: Socket, findSession: FindSession): Promise<void> {
  const member = await sessionOf(socket, findSession);
  if (!member) throw new HandshakeError("unauthenticated");
  if (!member.verified) throw new HandshakeError("not_verified", member.id);
  (socket.data as { member: SessionMember }).member = member;
}

export const socketMember = (socket: Socket) => (socket.data as { member: SessionMember }).member;
