/** A member with two hundred people to find, two dozen chats, and one of them of 2,000 messages. */
import {
  membersStatement,
  privateChatsStatements,
  sessionStatement,
} from "#bench/chat/seed-statements.ts";
import { inDatabase } from "#bench/seeded-database.ts";

const token = "bench-1";
const members = 200;
const chats = { chats: 24, longMessages: 2000, shortMessages: 50 };

/** Must come before all other members, since its ids are those of an empty database. `chatId` is the longest chat. */
export async function addBusyMember(databaseUrl: string) {
  await inDatabase(databaseUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
  return { token, chatId: 1 };
}

const statements = [
  membersStatement(members, { surname: "'Участник' || n", searchName: "'uchastnik' || n" }),
  sessionStatement(token),
  ...privateChatsStatements(chats),
  "ANALYZE",
];
