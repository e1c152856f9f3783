import type { Logger } from "pino";
import type { Server, Socket } from "socket.io";
import { isDatabaseAway } from "#server/db/database.ts";
import { bearerToken, type FindSession, type SessionMember } from "#server/plugins/session.ts";
import type { Outage } from "#server/realtime/outage.ts";
import type { NoteRefusal } from "#server/realtime/note-refusals.ts";

/** Reaches the client as `connect_error`, with the code in `data`. */
class HandshakeError extends Error {
  readonly data: { code: string };
  /** The account of the session, which is not sent to the client. */
  readonly account: number | null;
  constructor(code: string, account: number | null = null) {
    super(code);
    this.data = { code };
    this.account = account;
  }
}

/** The current state of the session with which a socket began; null when it has ended. */
export async function sessionOf({ handshake }: Socket, findSession: FindSession) {
  const token = bearerToken(handshake.headers.authorization);
  return token ? findSession(token) : null;
}

interface SignInOptions {
  findSession: FindSession;
  noteRefusal: NoteRefusal;
  outage: Outage;
  /** Awaited before the device learns that it is connected. */
  signedIn: (member: SessionMember) => Promise<void>;
  log: Pick<Logger, "warn">;
}

/**
 * Lets a socket connect only with the session of a member who has confirmed their address. While a connection signs in, it
 * may not begin again, which ordinary clients never do: each sign-in asks for the session.
 */
export function signInSockets(
  io: Pick<Server, "use">,
  { findSession, noteRefusal, outage, signedIn, log }: SignInOptions,
): void {
  const signingIn = new WeakSet<object>();
  io.use((socket, next) => {
    const { conn, request } = socket; // what is left of the request once the socket is connected has no address
    if (signingIn.has(conn)) {
      conn.close();
      next(new HandshakeError("unavailable"));
      return;
    }
    signingIn.add(conn);
    const signIn = async () => {
      const member = await findSocketMember(socket, findSession);
      signedInOn(socket).member = member;
      await signedIn(member);
    };
    signIn().then(
      () => {
        outage.end();
        next();
      },
      (error: unknown) => {
        signingIn.delete(conn);
        if (error instanceof HandshakeError) {
          noteRefusal(request, error.data.code, error.account);
          next(error);
          return;
        }
        if (isDatabaseAway(error)) outage.begin(error);
        else log.warn({ err: error }, "socket handshake failed");
        // A client that is refused here never tries again; one whose connection is lost does.
        conn.close();
        next(new HandshakeError("unavailable"));
      },
    );
  });
}

/** @throws {HandshakeError} */
async function findSocketMember(socket: Socket, findSession: FindSession): Promise<SessionMember> {
  const member = await sessionOf(socket, findSession);
  if (!member) throw new HandshakeError("unauthenticated");
  if (!member.verified) throw new HandshakeError("not_verified", member.id);
  return member;
}

const signedInOn = ({ data }: Socket) => data as { member: SessionMember }; // Socket.IO says any

export const socketMember = (socket: Socket) => signedInOn(socket).member;
