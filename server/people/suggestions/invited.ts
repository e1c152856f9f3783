import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";

/** Whether the other member invited the reader, or came by the reader's invitation (D-INVITE). */
export type InvitationTie = "inviter" | "invited";

/** Reads only this many of each kind, the newest: whoever invited hundreds has met the earlier ones by now. */
const newestMax = 50;

/** The member who invited this one, and those invited by them; a member who is both counts as the inviter. */
export async function findInvited(db: Db, readerId: number): Promise<Map<number, InvitationTie>> {
  const { rows } = await invitedBy(readerId).execute(db);
  return new Map(rows.map(({ id, tie }) => [id, tie]));
}

/** The query of `findInvited`, with a limit that may be lower. */
export const invitedBy = (
  readerId: number,
  max = newestMax,
): RawBuilder<{ id: number; tie: InvitationTie }> => sql`
  SELECT id, max(tie) AS tie FROM (
    (SELECT member_id AS id, 'invited' AS tie FROM invitation_uses
      WHERE inviter_id = ${readerId} ORDER BY used_at DESC LIMIT ${max})
    UNION ALL
    (SELECT inviter_id, 'inviter' FROM invitation_uses
      WHERE member_id = ${readerId} ORDER BY used_at DESC LIMIT ${max})
  ) AS met GROUP BY id`;
