import { sql } from "kysely";
import type { DraftInput, DraftState } from "#lib/messenger/contract/marks-schema.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import type { NamedChat } from "#server/messenger/chats/find-membership.ts";
import { doFit } from "#server/messenger/send/mentions.ts";

/**
 * Stores the draft that follows the given version; a newer one of another device stays, and is returned. Whether
 * mentioned members are in the chat is checked on sending. @throws {Failure} `invalid`, `not_found`
 */
export async function storeDraft(
  db: Db,
  userId: number,
  { x, id }: NamedChat,
  { text, version, mentions }: DraftInput,
): Promise<DraftState & { stored: boolean }> {
  const sorted = (mentions ?? []).toSorted((one, other) => one.offset - other.offset);
  if (!doFit(text, sorted)) throw invalidField("mentions", "Site.invalid");
  const mine = db
    .selectFrom("chat_members as me")
    .innerJoin("chats", "chats.id", "me.chat_id")
    .select(["me.draft as text", "me.draft_version as version"])
    .select(["me.draft_mentions as mentions", "me.draft_seq as seq"])
    .where("me.chat_id", "=", id)
    .where("me.user_id", "=", userId)
    .where("chats.kind", "=", x);
  const stored = await db
    .updateTable("chat_members")
    .set({
      draft: text,
      draft_mentions: sorted.length > 0 ? JSON.stringify(sorted) : null,
      draft_version: sql<number>`draft_version + 1`,
      draft_seq: sql<number>`(SELECT last_seq FROM chats WHERE chats.id = chat_id)`,
    })
    .where("chat_id", "=", id)
    .where("user_id", "=", userId)
    .where("draft_version", "=", version)
    .where((eb) => eb.exists(mine))
    .returning(["draft as text", "draft_version as version"])
    .returning(["draft_mentions as mentions", "draft_seq as seq"])
    .executeTakeFirst();
  const draft = stored ?? (await mine.executeTakeFirst());
  if (!draft) throw notFound();
  return { ...draft, mentions: draft.mentions ?? [], stored: stored !== undefined };
}
