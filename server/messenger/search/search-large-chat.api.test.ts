import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { MessageSearch } from "#lib/messenger/contract/search-schema.ts";
import { encodeCursor } from "#server/http/cursor.ts";
import { messageWords, vectorOfText, wordsText } from "#server/messenger/search/message-words.ts";
import { findRows } from "#server/messenger/search/search-messages.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { messagesRead } from "#server/testing/data/messages-read.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

const count = 40_000;
const textOf = (seq: number) =>
  seq % 1_000 === 7 ? "редкое" : seq === 10 ? "единственное" : seq % 2 ? "нечётное" : "чётное";
const saidAt = (seq: number) => new Date(Date.UTC(2026, 0, 1) + seq * 1_000);

let owner: SignedInMember;
let late: SignedInMember;
let chatId: number;
beforeAll(async () => {
  [owner, late] = await signedInMembers(kampus, 2);
  chatId = (await messenger.group(owner, "Физика", [late])).id;
  const seqs = Array.from({ length: count }, (_, at) => at + 1);
  const texts = seqs.map(textOf);
  const words = new Map(
    [...new Set(texts)].map((text) => [text, wordsText(messageWords(chatId, text))]),
  );
  await sql`
    INSERT INTO messages (chat_id, seq, author_id, client_id, text, words, created_at)
    SELECT ${chatId}, seq, ${owner.id}, gen_random_uuid(), text, ${vectorOfText(sql`words`)}, created_at
    FROM unnest(${seqs}::int[], ${texts}::text[], ${texts.map((text) => words.get(text))}::text[],
      ${seqs.map(saidAt)}::timestamptz[]) AS said (seq, text, words, created_at)`.execute(
    kampus.db,
  );
  await sql`UPDATE chats SET last_seq = ${count}, last_message_at = ${saidAt(count)} WHERE id = ${chatId}`.execute(
    kampus.db,
  );
  await sql`UPDATE chat_members SET joined_seq = 5000 WHERE chat_id = ${chatId} AND user_id = ${late.id}`.execute(
    kampus.db,
  );
  await sql`ANALYZE messages`.execute(kampus.db);
});

/** The numbers of what a member finds on so many pages. */
async function found({ token }: SignedInMember, query: Record<string, string>, pages: number) {
  const seqs: number[] = [];
  for (let page = 1, cursor: string | null = ""; cursor !== null && page <= pages; page += 1) {
    const asked = { ...query, ...(cursor && { cursor }) };
    const answer: MessageSearch = (
      await kampus.get("/messenger/search", { token, query: asked })
    ).json();
    seqs.push(...answer.data.map(({ seq }) => seq));
    cursor = answer.meta.next;
  }
  return seqs;
}

const expected = (text: string, after = 0) =>
  Array.from({ length: count - after }, (_, at) => count - at).filter(
    (seq) => textOf(seq) === text,
  );

describe("in a chat of many messages", () => {
  it.each(["редкое", "единственное", "нет такого"])(
    "every message is found once, the newest first, however long ago it was: «%s»",
    async (q) => {
      const inChat = { q, chat_id: String(chatId) };
      expect(await found(owner, inChat, 9)).toEqual(expected(q));
      expect(await found(owner, { q }, 9)).toEqual(expected(q));
      expect(await found(late, inChat, 9)).toEqual(expected(q, 5_000));
    },
  );

  it("a word that half of them have is found page by page, and not where it is deleted", async () => {
    const inChat = { q: "чётн", chat_id: String(chatId) };
    const newest = expected("чётное").slice(0, 60);
    expect(await found(owner, inChat, 3)).toEqual(newest);
    await kampus.db
      .updateTable("messages")
      .set({ deleted_at: new Date() })
      .where("chat_id", "=", chatId)
      .where("seq", "=", newest[1] ?? 0)
      .execute();
    expect(await found(owner, inChat, 1)).toEqual([newest[0], ...newest.slice(2, 21)]);
  });

  it("what a search in all chats finds there comes among what it finds in others", async () => {
    const [friend] = await signedInMembers(kampus, 1);
    const other = await messenger.open(owner, friend);
    for (const text of ["редкое", "редкое"]) await messenger.say(owner, other.id, text);
    await kampus.db
      .updateTable("messages")
      .set({ created_at: saidAt(count - 1_500) })
      .where("chat_id", "=", other.id)
      .where("seq", "=", 1)
      .execute();
    const [newest, ...rest] = expected("редкое");
    expect(await found(owner, { q: "редкое" }, 9)).toEqual([2, newest, 1, ...rest]);
  });

  it.each([
    { q: "чётное", before: count + 1 },
    { q: "чётное", before: count / 2 },
    { q: "редкое", before: count + 1 },
    { q: "единственное", before: count + 1 },
  ])("few messages are read for a page: %o", async ({ q, before }) => {
    const cursor = encodeCursor([saidAt(before).toISOString(), chatId, before]);
    const { rows, read } = await kampus.db.transaction().execute(async (trx) => {
      const readBefore = await messagesRead(trx);
      const page = await findRows(trx, owner.id, { q, chat_id: chatId, cursor });
      return { rows: page, read: (await messagesRead(trx)) - readBefore };
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(read).toBeLessThan(2_000);
  });
});
