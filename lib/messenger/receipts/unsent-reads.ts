/** Read receipts that the server does not have yet: those under way, and those that failed and are sent again later. */
import type { QueryClient } from "@tanstack/react-query";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

/** That the member has read a chat up to a message. */
export interface Read extends ChatAddress {
  seq: number;
}

/** What a read receipt has changed in the cache before the server answers. */
export interface ShownAsRead {
  /** The newest message of the chat. */
  lastSeq: number;
  /** The former read mark. */
  from: number;
  /** How many messages count as unread no more. */
  count: number;
}

/** The key of the mutations that send a `Read`. */
export const readsKey = ["messenger", "read messages"] as const;

/** Receipts under way whose chat was marked as unread meanwhile: another attempt would undo that. */
const givenUp = new WeakSet<Read>();
export const isReceiptGivenUp = (read: Read): boolean => givenUp.has(read);

/** The receipts of a chat that are under way, without those that are given up. */
export function readsUnderWay(client: QueryClient, chatId: number) {
  return client
    .getMutationCache()
    .findAll({ mutationKey: readsKey, status: "pending" })
    .map(({ state }) => ({
      read: state.variables as Read, // the key belongs to these mutations alone
      shown: state.context as ShownAsRead | undefined,
    }))
    .filter(({ read }) => read.chatId === chatId && !isReceiptGivenUp(read));
}

/**
 * The cached chat with the read mark that it had before the receipts under way, which an answer of the server may not
 * know yet.
 */
export function beforeReads(client: QueryClient, chat: Chat): Chat {
  const marks = readsUnderWay(client, chat.id).flatMap(({ shown }) => shown?.from ?? []);
  const last_read_seq = Math.min(chat.last_read_seq, ...marks);
  return last_read_seq === chat.last_read_seq ? chat : { ...chat, last_read_seq };
}

const failedReads = new WeakMap<QueryClient, Map<number, Read>>();

/** Notes a receipt that could not be sent. */
export function noteFailedRead(client: QueryClient, read: Read): void {
  const reads = failedReads.get(client) ?? new Map<number, Read>();
  failedReads.set(client, reads);
  if (read.seq > (reads.get(read.chatId)?.seq ?? 0)) reads.set(read.chatId, read);
}

/** Gives up every receipt that the server does not have yet, because the member marks the chat as unread. */
export function giveUpReads(client: QueryClient, chatId: number): void {
  for (const { read } of readsUnderWay(client, chatId)) givenUp.add(read);
  failedReads.get(client)?.delete(chatId);
}

/** Forgets the failed receipt of a chat that has been read as far since. */
export function forgetFailedRead(client: QueryClient, chatId: number, readSeq: number): void {
  const reads = failedReads.get(client);
  if ((reads?.get(chatId)?.seq ?? 0) <= readSeq) reads?.delete(chatId);
}

/** Returns the failed receipts of all chats, each once. */
export function takeFailedReads(client: QueryClient): Read[] {
  const reads = [...(failedReads.get(client)?.values() ?? [])];
  failedReads.delete(client);
  return reads;
}
