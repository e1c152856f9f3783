import { expect, it } from "vitest";
import { sql } from "kysely";
import type { MessageSearch } from "#lib/messenger/contract/search-schema.ts";
import { indexNext } from "#server/messenger/search/index-messages.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);

const ask = ({ token }: SignedInMember, query: Record<string, string>) =>
  kampus.get("/messenger/search", { token, query });
const search = async (by: SignedInMember, query: Record<string, string>) =>
  (await ask(by, query)).json<MessageSearch>();
const texts = async (by: SignedInMember, q: string, chatId?: number) =>
  (await search(by, { q, ...(chatId !== undefined && { chat_id: String(chatId) }) })).data.map(
    ({ text }) => text,
  );

it("a search finds messages by prefixes of their words, in any script, newest first, with their chats", async () => {
  const [me, one, other] = await signedInMembers(kampus, 3);
  const [first, second] = [await messenger.open(me, one), await messenger.open(me, other)];
  await messenger.say(me, first.id, "Экзамен по химии в понедельник");
  await messenger.say(other, second.id, "Kimyo va himiya imtihoni");
  await messenger.say(me, second.id, "Футбол");
  const found = await search(me, { q: "himi" });
  expect(found.data.map(({ text }) => text)).toEqual([
    "Kimyo va himiya imtihoni",
    "Экзамен по химии в понедельник",
  ]);
  expect(found.meta.chats.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
  expect(await texts(me, "хими экз")).toEqual(["Экзамен по химии в понедельник"]);
  expect(await texts(me, "химии", second.id)).toEqual(["Kimyo va himiya imtihoni"]);
  expect(await texts(one, "himi")).toEqual(["Экзамен по химии в понедельник"]);
  expect(await texts(one, "himi", second.id)).toEqual([]);
});

it("a search never finds messages from before the member joined, deleted ones, or those of a chat they left", async () => {
  const [owner, one, late] = await signedInMembers(kampus, 3);
  const { id } = await messenger.group(owner, "Физика", [one]);
  const path = (what: string) => `/messenger/group/${what}/${id}`;
  for (const text of ["Тайна раз", "Тайна два"]) await messenger.say(owner, id, text, "group");
  await kampus.post(path("members"), { add: [late.id] }, { token: owner.token });
  await messenger.say(owner, id, "Тайна три", "group");
  expect(await texts(late, "tayna")).toEqual(["Тайна три"]);
  await kampus.post(path("deleteMessage"), { seq: 3 }, { token: owner.token });
  await kampus.post(path("editMessage"), { seq: 2, text: "Явь два" }, { token: owner.token });
  expect(await texts(one, "тайна")).toEqual(["Тайна раз"]);
  expect(await texts(one, "явь")).toEqual(["Явь два"]);
  await kampus.post(path("leave"), {}, { token: one.token });
  expect(await texts(one, "тайна")).toEqual([]);
});

it("a search shows no message of a foreign chat, even if its stored words name a chat of the reader", async () => {
  const [me, one, other] = await signedInMembers(kampus, 3);
  const [mine, foreign] = [await messenger.open(me, one), await messenger.open(one, other)];
  await messenger.say(me, mine.id, "Раз");
  for (const text of ["Два", "Тайна"]) await messenger.say(one, foreign.id, text);
  await sql`
    UPDATE messages SET words = array_to_tsvector(ARRAY[${`${mine.id}:taina`}])
    WHERE chat_id = ${foreign.id} AND text = 'Тайна'`.execute(kampus.db);
  expect(await texts(me, "тайна")).toEqual([]);
  expect(await texts(me, "тайна", mine.id)).toEqual([]);
});

it("a search answers page by page, each message once", async () => {
  const [me, one] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, one);
  for (let index = 1; index <= 45; index += 1) await messenger.say(me, id, `Лекция ${index}`);
  const seqs: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: MessageSearch = await search(me, { q: "лек", ...(cursor && { cursor }) });
    seqs.push(...page.data.map(({ seq }) => seq));
    cursor = page.meta.next;
  }
  expect(seqs).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
});

it.each([
  ["", []],
  ["%", []],
  ["' | !() :* & #:a", []],
])("a search does not read the index for what can be no word in it: «%s»", async (q, found) => {
  const [me, one] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, one);
  await messenger.say(me, id, "Салом %");
  expect(await texts(me, q)).toEqual(found);
});

it.each([
  {},
  { q: "a\0" },
  { q: "а".repeat(256) },
  { q: "a", chat_id: "x" },
  { q: "a", cursor: "bogus" },
] as Record<string, string>[])("a search refuses an invalid query: %o", async (query) => {
  const [me] = await signedInMembers(kampus, 2);
  expect((await ask(me, query)).statusCode).toBe(422);
});

it("a search finds messages from before the search existed once they have been indexed step by step", async () => {
  const [me, one] = await signedInMembers(kampus, 2);
  const { id } = await messenger.open(me, one);
  for (const text of ["Старое письмо", "🎉", "Удалённое письмо"]) await messenger.say(me, id, text);
  await kampus.post(`/messenger/private/deleteMessage/${id}`, { seq: 3 }, { token: me.token });
  await sql`UPDATE messages SET words = NULL WHERE chat_id = ${id}`.execute(kampus.db);
  await kampus.db.updateTable("message_search").set({ version: 0, done: false }).execute();
  expect(await texts(me, "письмо")).toEqual([]);
  while (await indexNext(kampus.db));
  expect(await texts(me, "pismo")).toEqual(["Старое письмо"]);
});

it("no index has a list of pending entries, which a search would read and a member would wait for", async () => {
  const lists = await sql<{ relname: string }>`
    SELECT pg_class.relname FROM pg_class JOIN pg_am ON pg_am.oid = relam
    WHERE amname = 'gin' AND NOT coalesce(reloptions, '{}') @> '{fastupdate=off}'`.execute(
    kampus.db,
  );
  expect(lists.rows).toEqual([]);
});
