/** Sessions as rows, and the epochs that their end begins: who holds a token is found by server/auth/sessions.ts. */
import { sql } from "kysely";
import { hashOfSession, hashToken, newToken, sessionIdOf } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";

/**
 * A session lives as long as the cookie of its token (`tokenDays` in lib/browser/cookies.ts; change both). It is counted
 * from the login: use does not extend it, and there is no idle limit (SEC-S3).
 */
const sessionDays = 7;

/** Starts a session of 7 days by the database's clock (SEC-S3) and returns its token. */
export async function insertSession(
  db: Db,
  userId: number,
  client: { userAgent: string; ip: string },
): Promise<string> {
  const token = newToken();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${sessionDays})`,
      user_agent: client.userAgent.slice(0, 512),
      ip: client.ip,
    })
    .execute();
  return token;
}

const sessionsMax = 20;

/** Ends the oldest sessions of a member who has more than 20; returns their ids, as `deleteSessions` does. */
export async function deleteSurplusSessions(trx: Db, userId: number): Promise<string[]> {
  const ended = await trx
    .deleteFrom("sessions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("sessions as own")
        .select("own.id")
        .where("own.user_id", "=", userId)
        .orderBy("own.id", "desc")
        .offset(sessionsMax),
    )
    .returning("token_hash")
    .execute();
  return ended.map(({ token_hash }) => sessionIdOf(token_hash));
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", hashOfSession(sessionId)).execute();
}

/**
 * The database begins an epoch itself when a live session ends; a member who signs out everywhere may have had no
 * session but the calling one.
 */
const beginLinkEpoch = (db: Db, userId: number) =>
  db
    .insertInto("link_epochs")
    .values({ user_id: userId, epoch: 1 })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ epoch: sql`link_epochs.epoch + 1` }),
    )
    .execute();

/** The former secret address of the member's calendar stops working; returns the number that makes the new one (D-CALENDAR). */
export async function beginCalendarEpoch(db: Db, userId: number): Promise<number> {
  const { epoch } = await db
    .insertInto("calendars")
    .values({ user_id: userId, epoch: 1 })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ epoch: sql`calendars.epoch + 1` }),
    )
    .returning("epoch")
    .executeTakeFirstOrThrow();
  return epoch;
}

/**
 * Ends the sessions of a member, all but `exceptSessionId`, and invalidates the addresses of files and of the calendar
 * that they were given; returns the ids of those sessions, so that their sockets can be ended too.
 */
export async function deleteSessions(
  db: Db,
  userId: number,
  exceptSessionId = "",
): Promise<string[]> {
  const ended = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", hashOfSession(exceptSessionId))
    .returning("token_hash")
    .execute();
  await beginLinkEpoch(db, userId);
  await beginCalendarEpoch(db, userId);
  return ended.map(({ token_hash }) => sessionIdOf(token_hash));
}

/** Live sessions of a member: first `currentSessionId`, the caller's own, then the others by newest use. */
export async function listSessions(db: Db, userId: number, currentSessionId: string) {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "token_hash", "user_agent", "ip", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", sql<Date>`now()`)
    .orderBy(sql`token_hash = ${hashOfSession(currentSessionId)}`, "desc")
    .orderBy("last_used_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ token_hash, created_at, last_used_at, ...session }) => ({
    ...session,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: sessionIdOf(token_hash) === currentSessionId,
  }));
}

/** Returns the session's name in the realtime rooms; undefined when the member has no such session. */
export async function deleteOwnSession(
  db: Db,
  userId: number,
  id: number,
): Promise<string | undefined> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("token_hash")
    .executeTakeFirst();
  return ended && sessionIdOf(ended.token_hash);
}

const sessionsAtOnce = 1_000;

export const deleteExpiredSessions = (db: Db, signal?: AbortSignal): Promise<number> =>
  inPortions(
    sessionsAtOnce,
    async () => {
      const { numDeletedRows } = await db
        .deleteFrom("sessions")
        .where("token_hash", "in", (eb) =>
          eb
            .selectFrom("sessions as expired")
            .select("expired.token_hash")
            .where("expired.expires_at", "<=", sql<Date>`now()`)
            .limit(sessionsAtOnce)
            .forUpdate()
            .skipLocked(),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    signal,
  );
