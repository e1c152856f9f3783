import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { Client, type QueryConfig } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Message } from "#lib/messenger/contract/schema.ts";
import { arePartitioned, partitionMessages } from "#server/db/partition-messages.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

let kampus: Awaited<ReturnType<typeof startTestKampus>>;
const partitions = 4;
let messenger: ReturnType<typeof testMessenger>;
let [writer, reader]: SignedInMember[] = [];
let chatId: number;
let before: Message[];

const members = () => {
  if (!writer || !reader) throw new Error("the members are made before the tests");
  return { writer, reader };
};
const history = async () => (await messenger.history(members().reader, chatId)).data;

beforeAll(async () => {
  kampus = await startTestKampus();
  messenger = testMessenger(kampus);
  [writer, reader] = await signedInMembers(kampus, 2);
  chatId = (await messenger.open(members().writer, members().reader)).id;
  for (const text of ["Салом", "Как дела?", "Приходи"])
    await messenger.say(members().writer, chatId, text);
  const { token } = members().reader;
  await kampus.post(`/messenger/private/react/${chatId}`, { seq: 2, emoji: "👍" }, { token });
  before = await history();
  await partitionMessages(kampus.db, partitions);
});
afterAll(() => kampus.close());

describe("messages in partitions", () => {
  it("are all there, as they were", async () => {
    expect(await arePartitioned(kampus.db)).toBe(true);
    expect(before).toHaveLength(3);
    expect(await history()).toEqual(before);
  });

  const partition = ({ env: { databaseAddress } }: typeof kampus) =>
    promisify(execFile)(process.execPath, ["server/migrate.ts", "--partition-messages", "8"], {
      env: { ...process.env, DATABASE_URL: databaseAddress?.urls[0] },
    });

  it("cannot be partitioned twice by the operator", async () => {
    await expect(partition(kampus)).rejects.toThrow("messages stand in partitions already");
  });

  it("are not taken apart while a node serves", async () => {
    const serving = await startTestKampus();
    await expect(partition(serving)).rejects.toThrow("a node serves this database");
    await serving.close();
  });

  it("have keys that each begin with their chat, so that one partition can enforce them", async () => {
    const { rows } = await sql<{ key: string; first: string }>`
      SELECT index.relname AS key, attname AS first
      FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid
      JOIN pg_class AS parent ON parent.oid = indrelid AND parent.relkind = 'p'
      JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
      WHERE indisunique AND parent.relnamespace = current_schema()::regnamespace`.execute(
      kampus.db,
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(rows.filter(({ first }) => first !== "chat_id")).toEqual([]);
  });

  it("are stored once, however often a message is sent at the same time from two nodes", async () => {
    const other = await kampus.anotherNode();
    const message = { chat_id: chatId, client_id: crypto.randomUUID(), text: "Один раз" };
    const { token } = members().writer;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? kampus : other).post("/messenger/private/sendMessage", message, { token }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(19);
    await other.close();
  });

  it("free a file for the next sweep when they are deleted, by whichever node", async () => {
    const file = await testMedia(kampus).attachment(members().writer);
    const { seq } = await messenger.say(members().writer, chatId, { attachments: [file.id] });
    await kampus.db
      .deleteFrom("messages")
      .where("chat_id", "=", chatId)
      .where("seq", "=", seq)
      .execute();
    expect(await kampus.releaseMedia()).toBe(1);
  });

  it("are read and written in the partition of their chat alone", async () => {
    const asked = vi.spyOn(Client.prototype, "query");
    const { token } = members().writer;
    const { seq } = await messenger.say(members().writer, chatId, "Ещё одно");
    await history();
    await messenger.history(members().reader, chatId, { before: 3, limit: 2 });
    await messenger.read(members().reader, chatId, seq);
    const call = (name: string, body: object) =>
      kampus.post(`/messenger/private/${name}/${chatId}`, body, { token });
    await call("editMessage", { seq, text: "Другое" });
    await call("react", { seq, emoji: "👍" });
    await call("deleteMessage", { seq });
    const statements = asked.mock.calls.map(toStatement);
    asked.mockRestore();

    const ofMessages = statements.filter(({ text }) =>
      /\bmessage(s|_attachments|_reactions)\b/.test(text),
    );
    expect(ofMessages.length).toBeGreaterThan(8);
    for (const { text, values } of ofMessages)
      expect(await partitionsRead(text, values), text).toBeLessThanOrEqual(1);
  });
});

interface Statement {
  text: string;
  values: unknown[];
}

function toStatement([query, values]: unknown[]): Statement {
  if (typeof query === "string")
    return { text: query, values: (values as unknown[] | undefined) ?? [] };
  const { text, values: own = [] } = query as QueryConfig;
  return { text, values: own as unknown[] };
}

/** Runs the statement again, undoes what it wrote, and returns how many partitions of one table it read at most. */
async function partitionsRead(text: string, values: unknown[]): Promise<number> {
  const [connectionString = ""] = kampus.env.databaseAddress?.urls ?? [];
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("BEGIN");
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values,
  );
  await client.query("ROLLBACK");
  await client.end();
  const read = rows[0] ? partitionsIn(rows[0]["QUERY PLAN"][0].Plan) : [];
  const tables = Object.groupBy(new Set(read), (name) => name.replace(/_part_\d+$/, ""));
  return Math.max(0, ...Object.values(tables).map((parts) => parts?.length ?? 0));
}

interface Plan {
  "Actual Loops": number;
  "Relation Name"?: string;
  Plans?: Plan[];
}

function partitionsIn({ Plans = [], ...plan }: Plan): string[] {
  const name = plan["Relation Name"];
  const own = name?.includes("_part_") && plan["Actual Loops"] > 0 ? [name] : [];
  return [...own, ...Plans.flatMap(partitionsIn)];
}
