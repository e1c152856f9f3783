/** The programs that pass messages on: Kampus, and the floors that it is compared with. */
import type { Client } from "pg";
import {
  chatMembersStatement,
  groupMembersStatement,
  membersStatement,
} from "#bench/chat/seed-statements.ts";
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
  /** As many of each chat, one chat after the other. */
  tokens: string[];
  chatIds: number[];
}

/** Members who write to each other: chat k is that of `membersEach` members, and nobody is in two of them. */
export interface ChatCrowd {
  chats: number;
  /** Two write in a private chat, more in a group. */
  membersEach: number;
}

export const inPairs = (pairs: number): ChatCrowd => ({ chats: pairs, membersEach: 2 });

/** `variables` are those of its process. */
export async function startKampus(
  databaseUrl: string,
  crowd: ChatCrowd,
  variables: Record<string, string> = {},
): Promise<Subject> {
  const kampus = await Kampus.start({
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_SCALE: "100000",
    ...variables,
  });
  await inDatabase(databaseUrl, (client) => insertCrowd(client, crowd));
  return {
    name: "Kampus",
    processId: kampus.processId,
    ...crowdOn(kampus, crowd),
    [Symbol.asyncDispose]: () => kampus.close(),
  };
}

/** What devices of the members of `insertCrowd` need to write to each other. */
export const crowdOn = (
  { deployment }: Pick<Kampus, "deployment">,
  { chats, membersEach }: ChatCrowd,
) => ({
  host: `messenger.${deployment.rootDomain}`,
  port: Number(deployment.port),
  path: membersEach === 2 ? "/private/sendMessage" : "/group/sendMessage",
  tokens: numbered(chats * membersEach).map((n) => `bench-${n}`),
  chatIds: numbered(chats),
});

/** With a database it stores. */
export async function startRelay(
  name: string,
  { chats, membersEach }: ChatCrowd,
  databaseUrl = "",
  variables: Record<string, string> = {},
): Promise<Subject> {
  const floor = await startFloor("relay.ts", [String(membersEach), databaseUrl], variables);
  return {
    ...floor,
    name,
    host: "127.0.0.1",
    port: Number(new URL(floor.url).port),
    path: "/",
    tokens: numbered(chats * membersEach).map(String),
    chatIds: numbered(chats),
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** In a database without members, whose ids so begin with 1. */
export async function insertCrowd(client: Client, crowd: ChatCrowd): Promise<void> {
  for (const statement of statementsFor(crowd)) await client.query(statement);
}

const statementsFor = ({ chats, membersEach }: ChatCrowd) => [
  membersStatement(chats * membersEach),
  `INSERT INTO sessions (token_hash, user_id, expires_at, user_agent, ip)
    SELECT sha256(('bench-' || id)::bytea), id, now() + interval '7 days', 'bench', '127.0.0.1' FROM users`,
  ...(membersEach === 2
    ? [
        `INSERT INTO chats (kind, private_low, private_high)
          SELECT 'private', id, id + 1 FROM users WHERE id % 2 = 1 ORDER BY id`,
        chatMembersStatement,
      ]
    : [
        `INSERT INTO chats (kind, title, search_title)
          SELECT 'group', 'Группа ' || k, 'gruppa ' || k FROM generate_series(1, ${chats}) AS k ORDER BY k`,
        groupMembersStatement(membersEach),
      ]),
  "VACUUM ANALYZE",
];
