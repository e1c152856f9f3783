import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList, rowsInOrder } from "#server/infra/export-file.ts";

/** The links that a member made, when they were accepted, and what the member accepted, for the member's archive. */
export const exportInvitations = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "invitations.json", content: jsonList(readInvitations(db, id)) };
    yield { name: "invited-members.json", content: jsonList(readUses(db, id)) };
    yield { name: "accepted-invitations.json", content: jsonList(readAccepted(db, id)) };
  };

const readInvitations = (db: Db, userId: number) =>
  rowsInOrder(
    db
      .selectFrom("invitations")
      .select(["id", "code", "kind", "object_id", "class_key", "study_group", "chat_id"])
      .select(["uses", "created_at", "expires_at", "withdrawn_at"])
      .where("inviter_id", "=", userId),
    "id",
  );

/**
 * When somebody came by the member's links, but not who: they may not want to be suggested to the inviter. A member has few
 * links at a time, each with few uses, so all that the sweep leaves fit into memory.
 */
async function* readUses(db: Db, userId: number) {
  yield await db
    .selectFrom("invitation_uses")
    .select(["invitation_id", "used_at"])
    .where("inviter_id", "=", userId)
    .orderBy("used_at")
    .orderBy("invitation_id")
    .orderBy("member_id")
    .execute();
}

/** What the member was invited to; of the inviter a link shows only the name (D-INVITE). */
async function* readAccepted(db: Db, userId: number) {
  yield await db
    .selectFrom("invitation_uses")
    .innerJoin("invitations", "invitations.id", "invitation_uses.invitation_id")
    .select(["kind", "object_id", "class_key", "study_group", "chat_id", "used_at"])
    .where("member_id", "=", userId)
    .orderBy("used_at")
    .orderBy("invitation_id")
    .execute();
}

/** When an account is purged: deletes its links, their uses, and its own use of another's link. */
export async function forgetInvitations(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("invited_sign_ups").where("user_id", "=", userId).execute();
  await trx.deleteFrom("invitation_uses").where("member_id", "=", userId).execute();
  await trx.deleteFrom("invitations").where("inviter_id", "=", userId).execute();
}
