/** Messages of a chat, through the API: for journeys in a conversation. */
import type { Kampus } from "#e2e/kampus.ts";
import { call, type Member, newFriends, rahimov, write, yusupova } from "#e2e/members.ts";
import { chatAnswer, messageAnswer } from "#lib/messenger/contract/schema.ts";

/** A private chat of two friends in which `author` has written "слово 1" to "слово n". */
export async function newChat(kampus: Kampus, count: number) {
  const [author, reader] = await newFriends(kampus, rahimov, yusupova);
  const chatId = await write(kampus, author, reader, wordOf(1));
  await writeWords(kampus, author, chatId, 2, count);
  return { author, reader, chatId };
}

/** Selects the receipt of a stored message: sent, delivered or read. */
export const storedMark = ["sent", "delivered", "read"]
  .map((receipt) => `[data-receipt="${receipt}"]`)
  .join();

export const wordOf = (seq: number) => `слово ${seq}.`;

/** Writes "слово first" to "слово last": each has the number of its seq. */
export async function writeWords(
  kampus: Kampus,
  author: Member,
  chatId: number,
  first: number,
  last: number,
): Promise<void> {
  for (let seq = first; seq <= last; seq += 1) await writeText(kampus, author, chatId, wordOf(seq));
}

/** Returns the message's seq. */
export async function writeText(
  kampus: Kampus,
  author: Member,
  chatId: number,
  text: string,
): Promise<number> {
  const body = { chat_id: chatId, client_id: crypto.randomUUID(), text };
  const answer = await call(kampus, author, "POST", "/messenger/private/sendMessage", body);
  return messageAnswer.parse(answer).data.seq;
}

export async function readTo(kampus: Kampus, reader: Member, chatId: number, seq: number) {
  await call(kampus, reader, "POST", `/messenger/private/readMessages/${chatId}`, { seq });
}

/** The chat as the server returns it to the member. */
export async function requestChat(kampus: Kampus, member: Member, chatId: number) {
  const answer = await call(kampus, member, "GET", `/messenger/chats/private/${chatId}`);
  return chatAnswer.parse(answer).data;
}
