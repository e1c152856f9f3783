import type { Mention } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";

interface MentioningMessage {
  chatId: number;
  authorId: number;
  text: string;
  /** What an edited message has mentioned until now. */
  before?: Mention[] | null;
}

/**
 * The mentions in the order of the text, each a separate, whole part of it; null: none. Only members of the chat can be
 * mentioned: a mention of anybody else is left out, because a member may leave while somebody writes to them, and their
 * name stays as text. An edited message keeps mentions of those who have left since. @throws {Failure} `invalid`;
 * `not_found` when the author is not in the chat.
 */
export async function checkMentions(
  db: Db,
  { chatId, authorId, text, before }: MentioningMessage,
  mentions: Mention[],
): Promise<Mention[] | null> {
  if (mentions.length === 0) return null;
  const sorted = mentions.toSorted((one, other) => one.offset - other.offset);
  if (!doFit(text, sorted)) throw invalidField("mentions", "Site.invalid");
  const ids = new Set([authorId, ...mentions.map(({ id }) => id)]);
  const rows = await db
    .selectFrom("chat_members")
    .select("user_id")
    .where("chat_id", "=", chatId)
    .where("user_id", "in", [...ids])
    .execute();
  const members = new Set(rows.map(({ user_id }) => user_id));
  if (!members.has(authorId)) throw notFound();
  const known = new Set([...members, ...(before ?? []).map(({ id }) => id)]);
  const kept = sorted.filter(({ id }) => known.has(id));
  return kept.length > 0 ? kept : null;
}

/** Checks that mentions lie inside the text, do not overlap, and split no character. */
export function doFit(text: string, sorted: Mention[]): boolean {
  let end = 0;
  return sorted.every(({ offset, length }) => {
    const part = text.slice(offset, offset + length);
    const fits = offset >= end && part.length === length && part.isWellFormed();
    end = offset + length;
    return fits;
  });
}
