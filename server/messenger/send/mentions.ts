import type { Mention } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";

/**
 * The mentions in the order of the text; null: none. Only members of the chat can be mentioned, each by a separate,
 * whole part of the text. @throws {Failure} `invalid`; `not_found` when the author is not in the chat.
 */
export async function checkMentions(
  db: Db,
  { chatId, authorId }: { chatId: number; authorId: number },
  text: string,
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
  if (members.size < ids.size) throw invalidField("mentions", "Site.invalid");
  return sorted;
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
