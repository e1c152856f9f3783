/** What the messenger holds of a member: for their archive, and to be forgotten. */
import { sql } from "kysely";
import type { ChatKind } from "#lib/messenger/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, jsonList } from "#server/export-file.ts";
import { readHistory } from "#server/messenger/history.ts";
import type { Reader } from "#server/messenger/reader.ts";

const chatsPerPage = 100;
const messagesPerPage = 500;

/** The chats that the member sees, and of each all messages, own and received. */
export const exportChats = (db: Db, persons: Persons): ExportPart =>
  async function* (reader) {
    yield { name: "chats.json", content: jsonList(readChats(db, persons, reader)) };
    for await (const page of readChats(db, persons, reader))
      for (const chat of page)
        yield {
          name: `chats/${chat.id}.json`,
          content: jsonList(readMessages(db, persons, reader, chat)),
        };
  };

async function* readChats(db: Db, persons: Persons, reader: Reader) {
  const userId = reader.id;
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom("chat_members as me")
      .innerJoin("chats", "chats.id", "me.chat_id")
      .select(["chats.id", "kind", "title", "created_at", "last_read_seq", "muted", "draft"])
      .select(
        sql<
          number | null
        >`CASE WHEN private_low = ${userId} THEN private_high ELSE private_low END`.as("peer_id"),
      )
      .where("me.user_id", "=", userId)
      .where((eb) => eb.or([eb("last_seq", ">", 0), eb("opened", "=", true)]))
      .where("chats.id", ">", after)
      .orderBy("chats.id")
      .limit(chatsPerPage)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const people = await persons.findAll(
      reader,
      rows.flatMap(({ peer_id }) => peer_id ?? []),
    );
    yield rows.map(({ peer_id, ...chat }) => {
      const peer = peer_id === null ? undefined : people.get(peer_id);
      return { ...chat, peer: peer ? { id: peer.id, fullname: peer.fullname } : null };
    });
  }
}

async function* readMessages(
  db: Db,
  persons: Persons,
  reader: Reader,
  { id, kind: x }: { id: number; kind: ChatKind },
) {
  for (let after = 0; ;) {
    const page = await readHistory(
      db,
      persons,
      reader,
      { x, id },
      { after, limit: messagesPerPage },
    );
    const last = page?.data.at(-1);
    if (!page || !last) return;
    after = last.seq;
    yield page.data.map(({ seq, author, text, reply_to, created_at, edited_at, deleted_at }) => ({
      seq,
      author: { id: author.id, fullname: author.fullname },
      text,
      reply_to,
      created_at,
      edited_at,
      deleted_at,
    }));
  }
}

/** Messages stay, as of a deleted member; where they read to and what they were about to write goes. */
export async function forgetChats(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom("chat_members").where("user_id", "=", userId).execute();
}
