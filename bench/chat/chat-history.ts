/** Pages of a chat's history, whatever the chat's length. */
import { Client } from "pg";
import {
  chatMembersStatement,
  membersStatement,
  sessionStatement,
} from "#bench/chat/seed-statements.ts";
import { inTurns } from "#bench/chat/turns.ts";
import { record } from "#bench/measure/report.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { atMost, median, rounded } from "#bench/measure/targets.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";
import { Kampus } from "#e2e/kampus.ts";
import { databaseServer } from "#scripts/project/benchmarks.mjs";

const long = { id: 1, messages: 10_000_000 };
const short = { id: 2, messages: 1_000 };
const rounds = 8;
const tries = 30;
const ratioMax = 1.3;
const token = "bench-1";

/** Queries by the length of a chat. */
const pages: [name: string, queryOf: (messages: number) => string][] = [
  ["newest", () => ""],
  ["before the newest page", (messages) => `?before=${messages - 50}`],
  ["after, near the end", (messages) => `?after=${messages - 100}`],
  ["around the middle", (messages) => `?around=${messages / 2}`],
  ["before the middle", (messages) => `?before=${messages / 2}`],
  ["oldest", () => "?after=0"],
];

/** `BENCH_CHAT_DATABASE` names a database on the server of DATABASE_URL that is made once and stays; else it goes. */
export async function measureHistory(): Promise<void> {
  await using database = await openDatabase(process.env.BENCH_CHAT_DATABASE);
  const variables = { DATABASE_URL: database.url, RATE_LIMIT_SCALE: "1000" };
  await using kampus = await Kampus.start(variables);
  await inDatabase(database.url, fill);
  await comparePages(kampus);
}

async function comparePages(kampus: Kampus): Promise<void> {
  const ofShort = short.messages.toLocaleString("en");
  const ofLong = long.messages.toLocaleString("en");
  console.log(
    `\nmedian of ${tries} pages in ms, the least of ${rounds} rounds, of so many messages\n` +
      row("", ofShort, ofLong),
  );
  for (const [name, queryOf] of pages) {
    const times = await inTurns(
      { rounds, tries },
      () => timeOf(kampus, short.id, queryOf(short.messages)),
      () => timeOf(kampus, long.id, queryOf(long.messages)),
    );
    const [few, many] = [times.one, times.other].map((each) => Math.min(...each.map(median)));
    if (few === undefined || many === undefined) continue;
    const ratio = record(
      `page of a chat: ${name}`,
      `median of ${ofLong} messages beside ${ofShort}`,
      atMost(many / few, ratioMax, "×"),
    );
    console.log(`${row(name, rounded(few), rounded(many))}   ${ratio}`);
  }
}

async function timeOf(kampus: Kampus, chatId: number, query: string): Promise<number> {
  const target = `/private/getMessages/${chatId}${query}`;
  const headers = { authorization: `Bearer ${token}` };
  const startedAt = performance.now();
  const { status, body } = await kampus.request("messenger", target, { headers });
  const tookMs = performance.now() - startedAt;
  if (status !== 200) throw new Error(`${target}: ${status} ${body}`);
  return tookMs;
}

async function openDatabase(name: string | undefined) {
  if (!name) return createTemporaryDatabase();
  const server = new URL(databaseServer());
  const client = new Client({ connectionString: server.href });
  await client.connect();
  const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  server.pathname = `/${name}`;
  return { url: server.href, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Member 1 in a long and in a short chat; a database that has them is left as it is. */
async function fill(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>("SELECT count(*)::int FROM chats");
  if (rows[0]?.count === 2) return;
  console.log(`filling a chat with ${long.messages.toLocaleString("en")} messages …`);
  await client.query("BEGIN");
  for (const statement of statements) await client.query(statement);
  await client.query("COMMIT");
  await client.query("VACUUM (ANALYZE) messages, chats, chat_members, users, sessions");
}

const statements = [
  membersStatement(3),
  sessionStatement(token),
  `INSERT INTO chats (kind, private_low, private_high, last_seq, last_message_at)
    VALUES ('private', 1, 2, ${long.messages}, now()), ('private', 1, 3, ${short.messages}, now())`,
  chatMembersStatement,
  // Foreign keys are not checked: that would double the time.
  "ALTER TABLE messages DISABLE TRIGGER ALL",
  ...[short, long].map(
    ({
      id,
      messages,
    }) => `INSERT INTO messages (chat_id, seq, author_id, client_id, text, created_at)
    SELECT ${id}, n, CASE WHEN n % 2 = 0 THEN 1 ELSE ${id + 1} END, gen_random_uuid(), 'Сообщение ' || n,
      now() - make_interval(secs => ${messages} - n)
    FROM generate_series(1, ${messages}) AS n`,
  ),
  "ALTER TABLE messages ENABLE TRIGGER ALL",
];

const row = (name: string, one: string, other: string) =>
  `  ${name.padEnd(24)} ${one.padStart(8)} ${other.padStart(11)}`;
