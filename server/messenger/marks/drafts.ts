import { sql } from "kysely";
import type { DraftInput, DraftState } from "#lib/messenger/marks-schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/failure.ts";
import type { NamedChat } from "#server/messenger/find-membership.ts";

/**
 * Stores the draft that follows the version named; a newer one of another device stays, and is answered.
 * @throws {Failure} `not_found`
 */
export async function storeDraft(
  db: Db,
  userId: number,
  { x, id }: NamedChat,
  { text, version }: DraftInput,
): Promise<DraftState & { stored: boolean }> {
  const mine = db
    .selectFrom("chat_members as me")
    .innerJoin("chats", "chats.id", "me.chat_id")
    .select(["me.draft as text", "me.draft_version as version"])
    .where("me.chat_id", "=", id)
    .where("me.user_id", "=", userId)
    .where("chats.kind", "=", x);
  const stored = await db
    .updateTable("chat_members")
    .set({ draft: text, draft_version: sql<number>`draft_version + 1` })
    .where("chat_id", "=", id)
    .where("user_id", "=", userId)
    .where("draft_version", "=", version)
    .where((eb) => eb.exists(mine))
    .returning(["draft as text", "draft_version as version"])
    .executeTakeFirst();
  const draft = stored ?? (await mine.executeTakeFirst());
  if (!draft) throw notFound();
  return { ...draft, stored: stored !== undefined };
}
