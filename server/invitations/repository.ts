import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import type { InvitationKind } from "#lib/invitations/open-schema.ts";
import { invitationUsesMax } from "#lib/invitations/schema.ts";
import { findableMembers } from "#server/auth/person.ts";
import { isSuspended } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { inPortions } from "#server/db/in-portions.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { hourMs } from "#server/infra/durations.ts";
import { recurringSweep } from "#server/infra/recurring.ts";
import { isKept, isUnended, leadsSomewhere } from "#server/invitations/live.ts";

/** 128 random bits, so that nobody can guess one. */
const newCode = () => randomBytes(16).toString("base64url");

export interface NewInvitation {
  kind: InvitationKind;
  object_id: number | null;
  class_key: string | null;
  study_group: string | null;
  chat_id: number | null;
}

/** Returns the id of a new link. */
export async function insertInvitation(
  db: Db,
  inviterId: number,
  target: NewInvitation,
): Promise<number> {
  const { id } = await db
    .insertInto("invitations")
    .values({ ...target, inviter_id: inviterId, code: newCode() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The live links of a member, newest first. */
export const ownLive = (db: Db, inviterId: number, locale: string) =>
  db
    .selectFrom("invitations")
    .leftJoin("objects", "objects.id", "invitations.object_id")
    .leftJoin("chats", "chats.id", "invitations.chat_id")
    .select([
      "invitations.id",
      "invitations.code",
      "invitations.kind",
      "invitations.object_id",
      "invitations.class_key",
      "invitations.study_group",
      "invitations.chat_id",
      "invitations.uses",
      "invitations.created_at",
      "invitations.expires_at",
      "chats.title as chat_title",
      nameIn(sql.ref("objects.names"), locale).as("object_name"),
    ])
    .where("invitations.inviter_id", "=", inviterId)
    .where(isUnended)
    .where("invitations.uses", "<", invitationUsesMax)
    .orderBy("invitations.id", "desc");

export type OwnInvitation = Awaited<ReturnType<ReturnType<typeof ownLive>["execute"]>>[number];

/** How many links of the member are live, or would be if they owned every group again. */
export async function countKept(db: Db, inviterId: number): Promise<number> {
  const { kept } = await db
    .selectFrom("invitations")
    .select(sql<number>`count(*)::int`.as("kept"))
    .where("inviter_id", "=", inviterId)
    .where(isKept)
    .where("uses", "<", invitationUsesMax)
    .executeTakeFirstOrThrow();
  return kept;
}

/**
 * Ends for good the member's links to groups that they own no more, because these would be live again beside newer ones
 * once the member owns the group again.
 */
export async function withdrawUnowned(trx: Db, inviterId: number): Promise<void> {
  await trx
    .updateTable("invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("inviter_id", "=", inviterId)
    .where("withdrawn_at", "is", null)
    .where((eb) => eb.not(leadsSomewhere))
    .execute();
}

/** Ends a live link of the member; returns whether there was one. */
export async function withdrawInvitation(db: Db, inviterId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("inviter_id", "=", inviterId)
    .where(isUnended)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * As `withdrawInvitation`, by the operator, whoever's it is; returns the link and its inviter. Also ends a link to a
 * group that its inviter owns no more, which would be live again once they own it.
 */
export const takeDownInvitation = (trx: Db, named: { id: number } | { code: string }) =>
  trx
    .updateTable("invitations")
    .set({ withdrawn_at: sql<Date>`now()` })
    .where((eb) => ("id" in named ? eb("id", "=", named.id) : eb("code", "=", named.code)))
    .where(isKept)
    .returning(["id", "inviter_id"])
    .executeTakeFirst();

/**
 * Counts the member as one who accepted the link, once however often they call; false when the link has ended
 * meanwhile, and then the transaction must not be committed.
 */
export async function countUse(
  trx: Db,
  { id, inviter_id }: { id: number; inviter_id: number },
  memberId: number,
): Promise<boolean> {
  const used = await trx
    .insertInto("invitation_uses")
    .values({ invitation_id: id, inviter_id, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows === 0n) return true;
  const counted = await trx
    .updateTable("invitations")
    .set({ uses: sql`uses + 1` })
    .where("id", "=", id)
    .where("uses", "<", invitationUsesMax)
    .where(isUnended)
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n;
}

/** Stores with a new account the link that led to it, until its address is confirmed. An ended one is ignored. */
export async function rememberSignUpInvitation(
  trx: Db,
  userId: number,
  code: string,
): Promise<void> {
  if (!isInvitationCode(code)) return;
  await trx
    .insertInto("invited_sign_ups")
    .columns(["user_id", "invitation_id"])
    .expression(
      findableMembers(trx, null)
        .innerJoin("invitations", "invitations.inviter_id", "users.id")
        .select([sql<number>`${userId}::int`.as("user_id"), "invitations.id as invitation_id"])
        .where("invitations.code", "=", code)
        .where("invitations.uses", "<", invitationUsesMax)
        .where(isUnended)
        .where(sql<boolean>`NOT ${isSuspended}`),
    )
    .execute();
}

/** Takes the code of the link that led to an account's sign-up; it can be taken once. */
export async function takeSignUpInvitation(db: Db, userId: number): Promise<string | undefined> {
  const taken = await db
    .deleteFrom("invited_sign_ups")
    .using("invitations")
    .whereRef("invitations.id", "=", "invited_sign_ups.invitation_id")
    .where("invited_sign_ups.user_id", "=", userId)
    .returning("invitations.code")
    .executeTakeFirst();
  return taken?.code;
}

/** Whether a group is the chat of a class, which only its own members join (D-CLASS-CHAT). */
export async function isClassChat(db: Db, chatId: number): Promise<boolean> {
  const row = await db
    .selectFrom("class_chats")
    .select("chat_id")
    .where("chat_id", "=", chatId)
    .executeTakeFirst();
  return row !== undefined;
}

const sweptAtOnce = 1_000;
/** Until an ended link is deleted, the inviter and whoever accepted it are suggested to each other. */
const keptDays = 90;
/** As the table's default: a link that was withdrawn or used up would have lived no longer than that. */
const lifetimeDays = 30;

/** When the current link ended by itself, by its inviter or by its last use; `least` skips what is null. */
const endedAt = sql<Date>`least(invitations.expires_at, invitations.withdrawn_at,
  CASE WHEN invitations.uses >= ${invitationUsesMax} THEN (
    SELECT max(used_at) FROM invitation_uses WHERE invitation_id = invitations.id) END)`;

/**
 * Deletes links that ended long ago, with their uses. Each node skips the rows that another sweeps. The first condition
 * follows from the other one; it is there because the index is on `expires_at`.
 */
export const sweepInvitations = (db: Db, signal?: AbortSignal): Promise<number> =>
  inPortions(
    sweptAtOnce,
    async () => {
      const { numAffectedRows } = await sql`
      DELETE FROM invitations WHERE id IN (
        SELECT id FROM invitations
        WHERE expires_at < now() - make_interval(days => ${keptDays - lifetimeDays})
          AND ${endedAt} < now() - make_interval(days => ${keptDays})
        LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED)`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
    signal,
  );

export const invitationSweepPlugin = recurringSweep({
  sweep: sweepInvitations,
  everyMs: hourMs,
  rows: "invitations",
});
