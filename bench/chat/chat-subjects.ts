/** The programs that pass messages on: Kampus, and the floors that it is compared with. */
import type { Client } from "pg";
import { chatMembersStatement, membersStatement } from "#bench/chat/seed-statements.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import { startFloor } from "#bench/floors/start-floor.ts";
import { Kampus } from "#e2e/kampus.ts";

export interface Subject extends AsyncDisposable {
  name: string;
  processId: number;
  host: string;
  port: number;
  /** Where messages are sent. */
  path: string;
  /** Two of each chat. */
  tokens: string[];
  chatIds: number[];
}

/** `variables` are those of its process. */
export async function startKampus(
  databaseUrl: string,
  pairs: number,
  variables: Record<string, string> = {},
): Promise<Subject> {
  const kampus = await Kampus.start({
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_SCALE: "100000",
    ...variables,
  });
  await inDatabase(databaseUrl, (client) => insertPairs(client, pairs));
  return {
    name: "Kampus",
    processId: kampus.processId,
    ...pairsOn(kampus, pairs),
    [Symbol.asyncDispose]: () => kampus.close(),
  };
}

/** What devices of the members of `insertPairs` need to write to each other. */
export const pairsOn = ({ deployment }: Pick<Kampus, "deployment">, pairs: number) => ({
  host: `messenger.${deployment.rootDomain}`,
  port: Number(deployment.port),
  path: "/private/sendMessage",
  tokens: numbered(2 * pairs).map((n) => `bench-${n}`),
  chatIds: numbered(pairs),
});

/** With a database it stores. */
export async function startRelay(
  name: string,
  pairs: number,
  databaseUrl = "",
  variables: Record<string, string> = {},
): Promise<Subject> {
  const floor = await startFloor("relay.ts", [databaseUrl], variables);
  return {
    ...floor,
    name,
    host: "127.0.0.1",
    port: Number(new URL(floor.url).port),
    path: "/",
    tokens: numbered(2 * pairs).map(String),
    chatIds: numbered(pairs),
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** In a database without members, whose ids so begin with 1; chat k is that of members 2k - 1 and 2k. */
export async function insertPairs(client: Client, pairs: number): Promise<void> {
  for (const statement of statementsFor(2 * pairs)) await client.query(statement);
}

const statementsFor = (members: number) => [
  membersStatement(members),
  `INSERT INTO sessions (token_hash, user_id, expires_at, user_agent, ip)
    SELECT sha256(('bench-' || id)::bytea), id, now() + interval '7 days', 'bench', '127.0.0.1' FROM users`,
  `INSERT INTO chats (kind, private_low, private_high)
    SELECT 'private', id, id + 1 FROM users WHERE id % 2 = 1 ORDER BY id`,
  chatMembersStatement,
  "VACUUM ANALYZE",
];
