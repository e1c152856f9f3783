/**
 * Stores which members are connected to which node, and finds the recipients of their arrival and leaving. A lock
 * lets one transaction at a time decide about a member.
 */
import { type RawBuilder, sql } from "kysely";
import type { PresenceEvent } from "#lib/presence/schema.ts";
import { isOnline } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { peerIdOf } from "#server/members/private-peer.ts";
import { isVisible } from "#server/visibility.ts";

/** The arrival or leaving of a member, and its recipients. */
export interface PresenceChange {
  event: PresenceEvent;
  recipientIds: number[];
}

const inMs = (ms: number) => sql<Date>`now() + make_interval(secs => ${ms / 1000}::float8)`;

/** `-infinity` marks a node that is gone for good: a node with this id must register anew. */
const isMarked = sql<boolean>`alive_until = '-infinity'`;

/**
 * Notes that a node is alive until `forMs` from now, by the database's clock; true when it was unknown, or its members
 * are being removed.
 */
export async function renewLifeSign(db: Db, nodeId: string, forMs: number): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    WITH before AS MATERIALIZED (
      SELECT id, ${isMarked} AS is_marked FROM presence_nodes WHERE id = ${nodeId} FOR UPDATE
    ), renewed AS (
      UPDATE presence_nodes SET alive_until = ${inMs(forMs)} FROM before WHERE presence_nodes.id = before.id
    ), made AS (
      INSERT INTO presence_nodes (id, alive_until) SELECT ${nodeId}, ${inMs(forMs)} WHERE NOT EXISTS (SELECT FROM before)
      ON CONFLICT DO NOTHING
    )
    SELECT coalesce((SELECT is_marked FROM before), true) AS is_new`.execute(db);
  return rows[0]?.is_new ?? true;
}

/**
 * The id of a second row of a node, of version 8 instead of 4, which says that the node has stopped in order. It
 * is marked together with the first row.
 */
const stopMarkOf = (id: RawBuilder<string>) =>
  sql`overlay(${id}::text PLACING '8' FROM 15 FOR 1)::uuid`;

/** A stopping node counts as gone after `inAMs` at the latest. */
export async function announceStop(db: Db, nodeId: string, inAMs: number): Promise<void> {
  await sql`
    WITH stopping AS (
      UPDATE presence_nodes SET alive_until = least(alive_until, ${inMs(inAMs)}) WHERE id = ${nodeId}
      RETURNING id, alive_until
    )
    INSERT INTO presence_nodes (id, alive_until) SELECT ${stopMarkOf(sql.ref("id"))}, alive_until FROM stopping`.execute(
    db,
  );
}

interface Marked {
  /** Whether a node is gone that may still have members. */
  isAnyNodeGone: boolean;
  /** Whether one of those that this call has found gone had not stopped in order. */
  haveDied: boolean;
}

/** Marks nodes that are gone, each of which one caller finds; `takeMembersOfGoneNodes` removes them. */
export async function markGoneNodes(db: Db): Promise<Marked> {
  const { rows } = await sql<Marked>`
    WITH marked AS (
      UPDATE presence_nodes SET alive_until = '-infinity' WHERE alive_until <= now() AND NOT ${isMarked} RETURNING id
    )
    SELECT EXISTS (SELECT FROM presence_nodes WHERE alive_until <= now()) AS "isAnyNodeGone",
      EXISTS (SELECT FROM marked WHERE ${stopMarkOf(sql.ref("id"))} NOT IN (SELECT id FROM marked)) AS "haveDied"`.execute(
    db,
  );
  return rows[0] ?? { isAnyNodeGone: false, haveDied: false };
}

/**
 * Removes up to `atMost` members of the nodes that are gone, each of whom one caller receives, and with the last of them
 * the nodes. `last_seen_at` is stored in the same statement, because a caller that dies before it publishes leaves no other
 * trace of them. Locked rows are skipped: one of `present_members` is taken by the next call, one of `users` is written by
 * the caller.
 */
export async function takeMembersOfGoneNodes(db: Db, atMost: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH members AS MATERIALIZED (
      SELECT user_id, node_id FROM present_members JOIN presence_nodes ON presence_nodes.id = node_id
      WHERE ${isMarked} LIMIT ${atMost} FOR UPDATE OF present_members SKIP LOCKED FOR SHARE OF presence_nodes
    ), taken AS (
      DELETE FROM present_members USING members
      WHERE present_members.user_id = members.user_id AND present_members.node_id = members.node_id
      RETURNING present_members.user_id
    ), offline AS (
      SELECT id FROM users WHERE id IN (SELECT user_id FROM taken) AND purged_at IS NULL AND NOT ${isOnline}
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), seen AS (UPDATE users SET last_seen_at = now() WHERE id IN (SELECT id FROM offline))
    SELECT user_id FROM taken`.execute(db);
  if (rows.length < atMost)
    await sql`
      DELETE FROM presence_nodes WHERE ${isMarked}
        AND NOT EXISTS (SELECT FROM present_members WHERE node_id = presence_nodes.id)`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Notes that the member is connected to this node; returns a change when they were connected to none. */
export function arrive(
  db: Db,
  nodeId: string,
  userId: number,
): Promise<PresenceChange | undefined> {
  return withLockedPresence(db, userId, async (trx) => {
    const { rows } = await sql<{ was_online: boolean }>`
      WITH present AS (
        INSERT INTO present_members (user_id, node_id) VALUES (${userId}, ${nodeId}) ON CONFLICT DO NOTHING
      )
      SELECT ${isOnline} AS was_online FROM users WHERE users.id = ${userId}`.execute(trx);
    return rows[0]?.was_online === false;
  });
}

/** Notes that the member is no longer connected to this node; returns a change when they are connected to none. */
export function leave(db: Db, nodeId: string, userId: number): Promise<PresenceChange | undefined> {
  return withLockedPresence(db, userId, async (trx) => {
    await trx
      .deleteFrom("present_members")
      .where("user_id", "=", userId)
      .where("node_id", "=", nodeId)
      .execute();
    return noteOffline(trx, userId);
  });
}

/** As `leave`, for a member whose node was removed. */
export const leaveWithNode = (db: Db, userId: number): Promise<PresenceChange | undefined> =>
  withLockedPresence(db, userId, (trx) => noteOffline(trx, userId));

async function noteOffline(trx: Db, userId: number): Promise<boolean> {
  const noted = await trx
    .updateTable("users")
    .set({ last_seen_at: sql<Date>`now()` })
    .where("users.id", "=", userId)
    .where("users.purged_at", "is", null)
    .where(sql<boolean>`NOT ${isOnline}`)
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Members have positive ids, so the lock never equals that of a pair (server/auth/lock-member.ts). */
function withLockedPresence(
  db: Db,
  userId: number,
  change: (trx: Db) => Promise<boolean>,
): Promise<PresenceChange | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(0, ${userId}::int)`.execute(trx);
    return (await change(trx)) ? findPresence(trx, userId) : undefined;
  });
}

/** Friends, and partners in private chats of which they know: not in one that only this member has opened. */
const nearTo = (userId: number): RawBuilder<unknown> => sql`
  SELECT high_user AS id FROM friendships WHERE low_user = ${userId} AND accepted_at IS NOT NULL
  UNION
  SELECT low_user FROM friendships WHERE high_user = ${userId} AND accepted_at IS NOT NULL
  UNION
  SELECT ${peerIdOf(userId)}
  FROM chat_members JOIN chats ON chats.id = chat_id
  WHERE user_id = ${userId} AND kind = 'private' AND (chats.last_seq > 0 OR EXISTS (
    SELECT FROM chat_members AS theirs
    WHERE theirs.chat_id = chats.id AND theirs.user_id <> ${userId} AND theirs.opened))`;

/** Connected members who may see this one come and go. */
export async function findPresence(trx: Db, userId: number): Promise<PresenceChange | undefined> {
  const viewer = sql<number>`${sql.ref("viewer.id")}`;
  const { rows } = await sql<{
    online: boolean;
    last_seen_at: Date | null;
    recipient_ids: number[];
  }>`
    SELECT ${isOnline} AS online, users.last_seen_at, ARRAY(
      SELECT viewer.id FROM (${nearTo(userId)}) AS viewer
      WHERE EXISTS (SELECT FROM present_members WHERE present_members.user_id = viewer.id)
        AND ${isVisible("last_seen", viewer)}
    ) AS recipient_ids
    FROM users WHERE users.id = ${userId}`.execute(trx);
  const [row] = rows;
  return (
    row && {
      event: {
        user_id: userId,
        online: row.online,
        last_seen_at: row.last_seen_at?.toISOString() ?? null,
      },
      recipientIds: row.recipient_ids,
    }
  );
}

interface Sight {
  readerId: number;
  userId: number;
}

/** Whether the reader may see that the other member is online. */
export async function seesOnline(db: Db, sight: Sight): Promise<boolean> {
  return (await online(db, sight).executeTakeFirst()) !== undefined;
}

/** Whether the reader would also receive the event that the other member leaves. */
export async function receivesLeaving(db: Db, { readerId, userId }: Sight): Promise<boolean> {
  const row = await online(db, { readerId, userId })
    .where(
      sql<boolean>`EXISTS (SELECT FROM (${nearTo(userId)}) AS near WHERE near.id = ${readerId})`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

const online = (db: Db, { readerId, userId }: Sight) =>
  db
    .selectFrom("users")
    .select("users.id")
    .where("users.id", "=", userId)
    .where(isOnline)
    .where(isVisible("last_seen", readerId));
