/** Which links are live (D-INVITE), by the clock of the database. */
import { sql } from "kysely";
import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import { invitationUsesMax } from "#lib/invitations/schema.ts";
import { findableMembers } from "#server/auth/person.ts";
import { isSuspended } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { nameIn } from "#server/db/localised-names.ts";
import { Failure } from "#server/http/failure.ts";
import type { ReaderId } from "#server/visibility.ts";

/** A link to a group is live as long as its inviter owns the group. */
export const leadsSomewhere = sql<boolean>`(invitations.chat_id IS NULL OR EXISTS (
  SELECT FROM chat_members
  WHERE chat_members.chat_id = invitations.chat_id
    AND chat_members.user_id = invitations.inviter_id AND chat_members.role = 'owner'))`;

/** Also true of a link to a group that its inviter owns no more, which would be live again once they own it. */
export const isKept = sql<boolean>`(invitations.withdrawn_at IS NULL AND invitations.expires_at > now())`;

/** The condition on a row of `invitations` that it has neither been withdrawn nor expired, and leads somewhere. */
export const isUnended = sql<boolean>`(${isKept} AND ${leadsSomewhere})`;

const isUsedBy = (readerId: ReaderId) =>
  readerId === null
    ? sql<boolean>`false`
    : sql<boolean>`EXISTS (
        SELECT FROM invitation_uses
        WHERE invitation_uses.invitation_id = invitations.id AND invitation_uses.member_id = ${readerId})`;

const isInChat = (readerId: ReaderId) =>
  readerId === null
    ? sql<boolean>`false`
    : sql<boolean>`EXISTS (
        SELECT FROM chat_members
        WHERE chat_members.chat_id = invitations.chat_id AND chat_members.user_id = ${readerId})`;

interface LiveReader {
  readerId: ReaderId;
  locale: string;
}

/**
 * The live link of a code, for the reader: its inviter is not suspended and no block separates the two. A reader who
 * has accepted it still finds it when it is used up.
 */
export function findLive(db: Db, { readerId, locale }: LiveReader, code: string) {
  return findableMembers(db, readerId)
    .innerJoin("invitations", "invitations.inviter_id", "users.id")
    .leftJoin("objects", "objects.id", "invitations.object_id")
    .leftJoin("chats", "chats.id", "invitations.chat_id")
    .select([
      "invitations.id",
      "invitations.inviter_id",
      "invitations.kind",
      "invitations.object_id",
      "invitations.class_key",
      "invitations.study_group",
      "invitations.chat_id",
      "invitations.expires_at",
      "chats.title as chat_title",
      "users.surname",
      "users.name",
      // Null for a link to no institution.
      nameIn(sql.ref("objects.names"), locale).$castTo<string | null>().as("object_name"),
      isUsedBy(readerId).as("is_used"),
      isInChat(readerId).as("is_in_chat"),
    ])
    .where("invitations.code", "=", code)
    .where(isUnended)
    .where(sql<boolean>`NOT ${isSuspended}`)
    .where(sql<boolean>`(invitations.uses < ${invitationUsesMax} OR ${isUsedBy(readerId)})`)
    .executeTakeFirst();
}

export type LiveInvitation = NonNullable<Awaited<ReturnType<typeof findLive>>>;

/** As `findLive`, also for what is no code at all. @throws {Failure} `not_found` */
export async function requireLive(
  db: Db,
  reader: LiveReader,
  code: string,
): Promise<LiveInvitation> {
  const found = isInvitationCode(code) && (await findLive(db, reader, code));
  if (!found) throw noInvitation();
  return found;
}

/** The same answer for every link that is not live, so that an ended one looks like a missing one. */
export const noInvitation = () =>
  new Failure("not_found", { messageKey: "Errors.invitationEnded" });
