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
  await say(
    Array.from({ length: count }, (_, at) => ({
      chat_id: chatId,
      seq: at + 1,
      text: textOf(at + 1),
      created_at: saidAt(at + 1),
    })),
  );
  await sql`UPDATE chats SET last_seq = ${count}, last_message_at = ${saidAt(count)} WHERE id = ${chatId}`.execute(
    kampus.db,
  );
  await sql`UPDATE chat_members SET joined_seq = 5000 WHERE chat_id = ${chatId} AND user_id = ${late.id}`.execute(
    kampus.db,
  );
});

interface Said {
  chat_id: number;
  seq: number;
  text: string;
  created_at: Date;
}

async function say(messages: Said[]) {
  const words = messages.map(({ chat_id, text }) => wordsText(messageWords(chat_id, text)));
  await sql`
    INSERT INTO messages (chat_id, seq, author_id, client_id, text, words, created_at)
    SELECT chat_id, seq, ${owner.id}, gen_random_uuid(), text, ${vectorOfText(sql`words`)}, created_at
    FROM unnest(${messages.map(({ chat_id }) => chat_id)}::int[], ${messages.map(({ seq }) => seq)}::int[],
      ${messages.map(({ text }) => text)}::text[], ${words}::text[],
      ${messages.map(({ created_at }) => created_at)}::timestamptz[]) AS said (chat_id, seq, text, words, created_at)`.execute(
    kampus.db,
  );
  await sql`ANALYZE messages`.execute(kampus.db);
}

/** The places of what a member finds on so many pages. */
async function placesFound(
  { token }: SignedInMember,
  query: Record<string, string>,
  pages: number,
) {
  const places: Pick<Said, "chat_id" | "seq">[] = [];
  for (let page = 1, cursor: string | null = ""; cursor !== null && page <= pages; page += 1) {
    const asked = { ...query, ...(cursor && { cursor }) };
    const answer: MessageSearch = (
      await kampus.get("/messenger/search", { token, query: asked })
    ).json();
    places.push(...answer.data.map(({ chat_id, seq }) => ({ chat_id, seq })));
    cursor = answer.meta.next;
  }
  return places;
}
const found = async (...asked: Parameters<typeof placesFound>) =>
  (await placesFound(...asked)).map(({ seq }) => seq);

/** What is found at once, and how many messages are read for it. */
const findAndCount = (member: SignedInMember, filter: Parameters<typeof findRows>[2]) =>
  kampus.db.transaction().execute(async (trx) => {
    const readBefore = await messagesRead(trx);
    const rows = await findRows(trx, member.id, filter);
    return { rows, read: (await messagesRead(trx)) - readBefore };
  });

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
    const { rows, read } = await findAndCount(owner, { q, chat_id: chatId, cursor });
    expect(rows.length).toBeGreaterThan(0);
    expect(read).toBeLessThan(2_000);
  });
});

it.each(["чётное", "нет такого"])(
  "few messages are read for a member who has joined lately: «%s»",
  async (q) => {
    const [newcomer] = await signedInMembers(kampus, 1);
    await kampus.db
      .insertInto("chat_members")
      .values({ chat_id: chatId, user_id: newcomer.id, joined_seq: count - 100 })
      .execute();
    const { rows, read } = await findAndCount(newcomer, { q, chat_id: chatId });
    expect(rows).toHaveLength(q === "чётное" ? 21 : 0);
    expect(read).toBeLessThan(2_000);
  },
);

describe("in many chats of many messages", () => {
  const lastSeq = 20_000;
  /** How many messages come after these in their chat: more than are read first in each of so many chats. */
  const older = 110;
  const ages = Array.from({ length: 300 }, (_, at) => at);
  let reader: SignedInMember;
  let said: Said[];
  beforeAll(async () => {
    [reader] = await signedInMembers(kampus, 1);
    const { rows: chats } = await sql<{ id: number }>`
      WITH made AS (
        INSERT INTO chats (kind, title, last_seq)
        SELECT 'group', 'Физика', ${lastSeq} FROM generate_series(1, 40) RETURNING id
      ), joined AS (
        INSERT INTO chat_members (chat_id, user_id) SELECT id, ${reader.id} FROM made)
      SELECT id FROM made ORDER BY id`.execute(kampus.db);
    // In every second chat much is said within an hour, in the others little within weeks.
    said = chats.flatMap(({ id }, index) =>
      ages.map((age) => ({
        chat_id: id,
        seq: lastSeq - age,
        text: [
          age % 2 ? "нечётное" : "чётное",
          ...(age >= older ? [age % 50 === 0 ? "прежнее давнее" : "прежнее"] : []),
          ...(age >= older || index === 1 ? ["недавнее"] : []),
          ...((index % 2 ? age >= older : age < older) && age % 10 === 0 ? ["разное"] : []),
        ].join(" "),
        created_at: saidAt(count - age * (index % 2 ? 1 : 1_000)),
      })),
    );
    await say(said);
  });

  const expectedPlaces = (word: string) =>
    said
      .filter(({ text }) => text.split(" ").includes(word))
      .toSorted(
        (one, other) =>
          other.created_at.getTime() - one.created_at.getTime() ||
          other.chat_id - one.chat_id ||
          other.seq - one.seq,
      )
      .map(({ chat_id, seq }) => ({ chat_id, seq }));

  it.each(["давнее", "разное", "недавнее", "чётное"])(
    "every message is found once, the newest first, whichever chat it is in: «%s»",
    async (q) => {
      const pages = 12;
      expect(await placesFound(reader, { q }, pages)).toEqual(
        expectedPlaces(q).slice(0, pages * 20),
      );
    },
  );

  it.each(["давнее", "разное", "недавнее", "чётное", "нет такого"])(
    "a search takes one statement: «%s»",
    async (q) => {
      let statements = 0;
      const db = kampus.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          statements += 1;
          return Promise.resolve(result);
        },
      });
      await findRows(db, reader.id, { q });
      expect(statements).toBe(1);
    },
  );

  it("a word that every second message has is found in the newest of each chat alone", async () => {
    const { rows, read } = await findAndCount(reader, { q: "чётное" });
    expect(rows).toMatchObject(expectedPlaces("чётное").slice(0, 21));
    expect(read).toBeLessThan(2_000);
  });

  it("older messages are not read where they would come after the page", async () => {
    const { rows, read } = await findAndCount(reader, { q: "недавнее" });
    expect(rows).toMatchObject(expectedPlaces("недавнее").slice(0, 21));
    expect(read).toBeLessThan(6_000);
  });

  it("a further page reads no message that is newer than its cursor, but for the few by which its place in each chat is found", async () => {
    const [first] = said;
    const cursor = encodeCursor([saidAt(count - older).toISOString(), first?.chat_id, 1]);
    const { rows, read } = await findAndCount(reader, { q: "недавнее", cursor });
    const after = expectedPlaces("недавнее").filter(({ seq }) => seq < lastSeq - older);
    expect(rows).toMatchObject(after.slice(0, 21));
    expect(read).toBeLessThan(6_000);
  });

  it("a search without results reads no more of the newest messages than it would in one chat as large as all", async () => {
    const { rows, read } = await findAndCount(reader, { q: "нет такого" });
    expect(rows).toEqual([]);
    expect(read).toBeLessThan(6_000);
  });
});
