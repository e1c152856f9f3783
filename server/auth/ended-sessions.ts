/**
 * Ends the sockets of sessions that ended without an event to this node: the operator's command is another process, and
 * Redis may be away (SEC-S2, D-SUSPENDED). One query a second serves all sockets of a node, from rows that the database
 * itself writes for every session that ends.
 */
import fp from "fastify-plugin";
import { sql } from "kysely";
import { sessionIdOf } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import { recurring } from "#server/infra/recurring.ts";

const askedEveryMs = 1_000;
/**
 * An ended session is returned by every query for this long, because its transaction may become visible late.
 */
const shownWithinS = 10;
/**
 * Reads at most this many rows, the latest: after the operator signs everybody out, each node would otherwise read
 * millions each second. The recheck of open sockets finds the rest (server/realtime/recheck.ts).
 */
const readMax = 10_000;
const sweptEveryMs = 60_000;

interface Options {
  db: Db;
  hasDevices: () => boolean;
  /** Ends the sockets of a session on this node, if it has any. */
  endSessionHere: (sessionId: string) => void;
}

/** The age of what has ended, by the database's clock. */
const isYoung = sql<boolean>`ended_at > now() - make_interval(secs => ${shownWithinS})`;

export const endedSessionsPlugin = fp<Options>((app, { db, hasDevices, endSessionHere }) => {
  recurring(app, {
    name: "ended_sessions",
    everyMs: askedEveryMs,
    work: async () => {
      if (!hasDevices()) return;
      const ended = await db
        .selectFrom("ended_sessions")
        .select("token_hash")
        .where(isYoung)
        .orderBy("ended_at", "desc")
        .limit(readMax)
        .execute();
      for (const { token_hash } of ended) endSessionHere(sessionIdOf(token_hash));
    },
    failed: "could not ask which sessions have ended, will try again",
  });
  recurring(app, {
    name: "ended_session_sweep",
    everyMs: sweptEveryMs,
    work: () =>
      db
        .deleteFrom("ended_sessions")
        .where(sql<boolean>`NOT (${isYoung})`)
        .execute(),
    failed: "could not sweep ended sessions, will try again",
  });
});
