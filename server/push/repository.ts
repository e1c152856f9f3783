import { type RawBuilder, sql } from "kysely";
import type { PushSubscriptionInput } from "#lib/push/schema.ts";
import { hashOfSession } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/http/failure.ts";
import { jsonPart } from "#server/infra/export-file.ts";

export interface Subscription {
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Whether a push can reach the member whose id is in the column `userId`. */
export const hasSubscription = (userId: RawBuilder<number>) => sql<boolean>`EXISTS (
  SELECT FROM push_subscriptions JOIN sessions ON sessions.token_hash = push_subscriptions.session_hash
  WHERE sessions.user_id = ${userId} AND sessions.expires_at > now())`;

/**
 * A session stands for a browser and has one subscription, so that the browser is notified once, whichever of its pages
 * subscribed. @throws {Failure} `unauthenticated` when the session has ended since the request arrived
 */
export async function storeSubscription(
  db: Db,
  sessionId: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
): Promise<void> {
  const session_hash = hashOfSession(sessionId);
  await db.transaction().execute(async (trx) => {
    // The lock makes the later of two concurrent requests find the row of the earlier.
    const session = await trx
      .selectFrom("sessions")
      .select("id")
      .where("token_hash", "=", session_hash)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw new Failure("unauthenticated");
    await trx
      .deleteFrom("push_subscriptions")
      .where("session_hash", "=", session_hash)
      .where("endpoint", "<>", endpoint)
      .execute();
    await trx
      .insertInto("push_subscriptions")
      .values({ endpoint, session_hash, p256dh, auth })
      .onConflict((conflict) =>
        conflict.column("endpoint").doUpdateSet({ session_hash, p256dh, auth }),
      )
      .execute();
  });
}

export async function findEndpoint(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("push_subscriptions")
    .select("endpoint")
    .where("session_hash", "=", hashOfSession(sessionId))
    .executeTakeFirst();
  return row?.endpoint ?? null;
}

export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_hash", "=", hashOfSession(sessionId))
    .execute();
}

export async function forgetEndpoints(db: Db, endpoints: string[]): Promise<void> {
  if (endpoints.length === 0) return;
  await db.deleteFrom("push_subscriptions").where("endpoint", "in", endpoints).execute();
}

/**
 * Exports which push services reach the member's browsers, not their whole addresses and keys: whoever has those could
 * push to the browsers.
 */
export const exportSubscriptions = (db: Db) =>
  jsonPart("push-subscriptions.json", ({ id }) => readSubscriptions(db, id));

async function readSubscriptions(db: Db, userId: number) {
  const rows = await db
    .selectFrom("push_subscriptions")
    .innerJoin("sessions", "sessions.token_hash", "push_subscriptions.session_hash")
    .select(["sessions.id as session", "endpoint", "push_subscriptions.created_at"])
    .where("sessions.user_id", "=", userId)
    .orderBy("sessions.id")
    .execute();
  return rows.map(({ endpoint, ...row }) => ({ ...row, service: new URL(endpoint).hostname }));
}

/** Lists subscriptions of live sessions only; with `endpoints`, only those. */
export async function listSubscriptions(
  db: Db,
  userIds: number[],
  endpoints?: string[],
): Promise<Subscription[]> {
  const result = await sql<Subscription>`
    SELECT sessions.user_id, endpoint, p256dh, auth
    FROM push_subscriptions
    JOIN sessions ON sessions.token_hash = push_subscriptions.session_hash
    JOIN users ON users.id = sessions.user_id
    WHERE sessions.user_id = ANY(${userIds}::int[])
      AND (${endpoints ?? null}::text[] IS NULL OR endpoint = ANY(${endpoints ?? null}::text[]))
      AND sessions.expires_at > now() AND users.deleted_at IS NULL AND users.verified_at IS NOT NULL`.execute(
    db,
  );
  return result.rows;
}
