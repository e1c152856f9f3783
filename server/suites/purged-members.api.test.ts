/** What the purge leaves of an account, whatever table or column it stands in. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { insertMembers } from "#server/testing/data/insert-members.ts";
import { memberReferences, memberWithEverything } from "#server/testing/data/member-data.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

const deletedLongAgo = (ids: number[]) =>
  kampus.db
    .updateTable("users")
    .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
    .where("id", "in", ids)
    .execute();

const countRows = async ({ table, column }: { table: string; column: string }, id: number) => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`.execute(
    kampus.db,
  );
  return rows[0]?.n ?? 0;
};

type Row = Record<string, unknown>;

const accountOf = async (id: number): Promise<Row> => kampus.rowOf({ id });

const nameOf = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;

describe("the purge of an account", () => {
  it("has been decided for every column that refers to members", async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      SELECT referring.relname AS table, attribute.attname AS column
      FROM pg_constraint
      JOIN pg_class AS referring ON referring.oid = conrelid
      JOIN pg_attribute AS attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE contype = 'f' AND confrelid = 'users'::regclass AND conparentid = 0`.execute(kampus.db);
    expect(memberReferences.map(nameOf).sort()).toEqual(rows.map(nameOf).sort());
  });

  it("removes what refers to the member, but for what others received", async () => {
    const { id } = await memberWithEverything(kampus);
    for (const reference of memberReferences)
      expect(await countRows(reference, id), nameOf(reference)).toBeGreaterThan(0);
    const roster = { table: "class_members", column: "user_id" };
    expect(await countRows(roster, id)).toBe(1);
    await kampus.purge({ id });
    for (const { purge, ...reference } of memberReferences) {
      const left = await countRows(reference, id);
      if (typeof purge === "object") expect(left, nameOf(reference)).toBeGreaterThan(0);
      else expect(left, nameOf(reference)).toBe(0);
    }
    expect(await countRows(roster, id)).toBe(0);
  });

  it("changes nothing of another member", async () => {
    const { id } = await memberWithEverything(kampus);
    const other = await memberWithEverything(kampus);
    const stored = async () => ({
      account: await accountOf(other.id),
      rows: await Promise.all(
        memberReferences.map(async (reference) => [
          nameOf(reference),
          await countRows(reference, other.id),
        ]),
      ),
    });
    const before = await stored();
    await kampus.purge({ id });
    expect(await stored()).toEqual(before);
  });

  it("leaves the same account of everybody, whatever they had set", async () => {
    const { id } = await memberWithEverything(kampus);
    const [bare] = await insertMembers(kampus, [{ verified: false }]);
    await sql`UPDATE users SET surname = 'Ли', name = 'Ли', patronymic = 'Ли', password_hash = 'hash' WHERE id = ${bare.id}`.execute(
      kampus.db,
    );
    const [full, empty] = [await accountOf(id), await accountOf(bare.id)];
    const closing = ["deleted_at", "purged_at"];
    for (const column of Object.keys(full))
      if (!closing.includes(column)) expect(full[column], column).not.toEqual(empty[column]);
    await deletedLongAgo([id, bare.id]);
    expect(await kampus.purgeAccounts()).toBe(2);
    // The moments of the two purges differ, and nothing else than those and the id may.
    const left = ({ id: own, email, purged_at, ...account }: Row) => {
      expect(email).toBe(`purged:${String(own)}`);
      for (const column of ["created_at", "phone_changed_at"])
        expect(account[column], column).toEqual(purged_at);
      return { ...account, created_at: null, phone_changed_at: null };
    };
    expect(left(await accountOf(id))).toEqual(left(await accountOf(bare.id)));
  });

  it("deletes mails, texts and requests of codes that have not gone out", async () => {
    const { id } = await memberWithEverything(kampus);
    const { email, phone } = await accountOf(id);
    const waiting = async () => {
      const { rows } = await sql<{ name: string }>`
        SELECT name FROM pgboss.job
        WHERE data::text LIKE ${`%${String(email)}%`} OR data::text LIKE ${`%${String(phone)}%`} ORDER BY name`.execute(
        kampus.db,
      );
      return rows.map(({ name }) => name);
    };
    // The jobs are due in an hour, so that none is done before the purge.
    await sql`
      INSERT INTO pgboss.job (name, data, start_after) VALUES
        ('mail', ${JSON.stringify({ to: email, text: "" })}::jsonb, now() + interval '1 hour'),
        ('sms', ${JSON.stringify({ to: phone, text: "" })}::jsonb, now() + interval '1 hour'),
        ('recovery', ${JSON.stringify({ by: "mail", email })}::jsonb, now() + interval '1 hour'),
        ('recovery', ${JSON.stringify({ by: "phone", phone })}::jsonb, now() + interval '1 hour'),
        ('mail', ${JSON.stringify({ to: `other-${String(email)}`, text: "" })}::jsonb, now() + interval '1 hour')`.execute(
      kampus.db,
    );
    expect(await waiting()).toEqual(["mail", "mail", "recovery", "recovery", "sms"]);
    await kampus.purge({ id });
    expect(await waiting()).toEqual(["mail"]);
  });
});

describe("a private chat", () => {
  const messenger = testMessenger(kampus);
  const messagesOf = async (chatId: number) => {
    const rows = await kampus.db
      .selectFrom("messages")
      .select("seq")
      .where("chat_id", "=", chatId)
      .execute();
    return rows.length;
  };
  const isThere = async (chatId: number) =>
    (await kampus.db.selectFrom("chats").select("id").where("id", "=", chatId).execute()).length >
    0;

  async function chatOfTwo() {
    const [one, other] = [await kampus.member(), await kampus.member()];
    const chat = await messenger.open(one, other);
    const first = await messenger.say(one, chat.id, "Салом");
    await messenger.say(other, chat.id, { text: "Ва алейкум", reply_to: first.seq });
    return { one, other, chat };
  }

  it("goes with all its texts once both of its members are purged, and stays for the one who is not", async () => {
    const { one, other, chat } = await chatOfTwo();
    await kampus.purge(one);
    const kept = await chatOfTwo();
    kampus.app.sweepChatsSoon();
    await deletedLongAgo([other.id, kept.one.id]);
    await kampus.purgeAccounts();
    kampus.app.sweepChatsSoon();
    await expect.poll(() => isThere(chat.id)).toBe(false);
    expect(await messagesOf(chat.id)).toBe(0);
    expect(await messagesOf(kept.chat.id)).toBe(2);
    expect((await messenger.history(kept.other, kept.chat.id)).data).toHaveLength(2);
  });

  // The embedded database does one thing after another: there nothing happens during a purge.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "lets one member forward a message of the other while the purge of that one waits for it",
    async () => {
      const { one, other, chat } = await chatOfTwo();
      const elsewhere = await messenger.open(other, await kampus.member());
      await deletedLongAgo([one.id]);
      const release = await holdOpen(kampus, (trx) =>
        sql`SELECT FROM chats WHERE id = ${chat.id} FOR UPDATE`.execute(trx),
      );
      const purging = kampus.purgeAccounts();
      try {
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        const forward = { forward: { chat_id: chat.id, seq: 1 } };
        const answer = await messenger.send(other, elsewhere.id, forward);
        expect(answer.statusCode, answer.body).toBe(201);
      } finally {
        await release();
      }
      expect(await purging).toBe(1);
    },
  );

  it.runIf(process.env.TEST_DATABASE_URL)(
    "counts a message as deleted that has only a file of a member who is purged as it is forwarded",
    async () => {
      const { one, other } = await chatOfTwo();
      const file = await testMedia(kampus).attachment(one);
      const elsewhere = await messenger.open(other, await kampus.member());
      const { seq } = await messenger.say(other, elsewhere.id, "Файл");
      await deletedLongAgo([one.id]);
      const release = await holdOpen(kampus, async (trx) => {
        const message = { chat_id: elsewhere.id, seq };
        await trx
          .insertInto("message_attachments")
          .values({ ...message, position: 0, media_id: file.id })
          .execute();
        await trx
          .updateTable("messages")
          .set({ text: "" })
          .where("chat_id", "=", elsewhere.id)
          .execute();
      });
      const purging = kampus.purgeAccounts();
      try {
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      } finally {
        await release();
      }
      expect(await purging).toBe(1);
      const { data } = await messenger.history(other, elsewhere.id);
      expect(data[0]?.deleted_at).not.toBeNull();
    },
  );

  it("goes also when two nodes purge both of its members at the same time", async () => {
    const { one, other, chat } = await chatOfTwo();
    await deletedLongAgo([one.id, other.id]);
    await Promise.all([kampus.purgeAccounts(), kampus.purgeAccounts()]);
    kampus.app.sweepChatsSoon();
    await expect.poll(() => isThere(chat.id)).toBe(false);
  });
});

describe("an account that the operator purges at once", () => {
  const purge = (id: number, ...options: string[]) =>
    testOperator(kampus)(
      "members",
      "delete",
      String(id),
      "--now",
      "--confirm",
      "purge",
      ...options,
    );

  it("is closed before, and left as it is by a dry run", async () => {
    const { id, email, token } = await kampus.member();
    expect((await purge(id, "--dry-run"))[0]).toBe(`dry run: Purged ${id} ${email}`);
    expect((await kampus.get("/api/ru/user", { token })).statusCode).toBe(200);
    expect(await purge(id)).toEqual([`✓ Purged ${id} ${email}`]);
    expect((await kampus.get("/api/ru/user", { token })).statusCode).toBe(401);
    expect(await accountOf(id)).toMatchObject({ email: `purged:${id}`, name: "" });
  });

  // The embedded database does one thing after another: there nobody can hold a chat meanwhile.
  if (process.env.TEST_DATABASE_URL)
    it("frees the chats of each portion at once, and does not hold all of them until its end", async () => {
      const [member] = await insertMembers(kampus, [{}]);
      const { id } = member;
      const portion = 1_000;
      const chatWithReactions = async () => {
        const { rows } = await sql<{ id: number }>`
          INSERT INTO chats (kind, title, last_seq) VALUES ('group', 'Физика', ${portion}) RETURNING id`.execute(
          kampus.db,
        );
        const chatId = rows[0]?.id ?? 0;
        await sql`
          INSERT INTO messages (chat_id, seq, author_id, client_id, text)
          SELECT ${chatId}, seq, ${id}, gen_random_uuid(), 'Салом' FROM generate_series(1, ${portion}) AS seq`.execute(
          kampus.db,
        );
        await sql`
          INSERT INTO message_reactions (chat_id, seq, user_id, emoji)
          SELECT ${chatId}, seq, ${id}, '👍' FROM generate_series(1, ${portion}) AS seq`.execute(
          kampus.db,
        );
        return chatId;
      };
      const chats = [await chatWithReactions(), await chatWithReactions()];
      // In partitions the reactions are not read in the order in which they were stored.
      const { chat_id: first } = await kampus.db
        .selectFrom("message_reactions")
        .select("chat_id")
        .where("user_id", "=", id)
        .limit(1)
        .executeTakeFirstOrThrow();
      const held = chats.find((chatId) => chatId !== first) ?? 0;
      const left = (chat_id: number) =>
        kampus.db
          .selectFrom("message_reactions")
          .select("seq")
          .where("chat_id", "=", chat_id)
          .where("user_id", "=", id)
          .execute();
      const release = await holdOpen(kampus, (trx) =>
        sql`SELECT FROM chats WHERE id = ${held} FOR UPDATE`.execute(trx),
      );
      const purging = purge(id);
      try {
        await expect.poll(async () => (await left(first)).length).toBe(0);
        expect(await left(held)).toHaveLength(portion);
      } finally {
        await release();
      }
      await purging;
      expect(await left(held)).toEqual([]);
      expect(await accountOf(id)).toMatchObject({ email: `purged:${id}` });
    });
});
