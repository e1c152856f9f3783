import type { QueryClient } from "@tanstack/react-query";
import {
  chatsOf,
  isBeyondGap,
  withChangedMessage,
  withMessage,
  withOvertaken,
  withRead,
} from "#lib/messenger/cache/chat-list.ts";
import { listUnlisted } from "#lib/messenger/cache/list-unlisted.ts";
import { isFollowed, isFollowedElsewhere } from "#lib/messenger/receipts/followed-chats.ts";
import {
  covers,
  type HistoryWindow,
  withArrived,
  withChanged,
} from "#lib/messenger/history/history-window.ts";
import { isTabFocused } from "#lib/messenger/receipts/tab-focus.ts";
import { chatsQuery, messagesKey } from "#lib/messenger/cache/queries.ts";
import { updateFound } from "#lib/messenger/cache/search-queries.ts";
import {
  askForChat,
  refetchIfLost,
  updateChat,
  updateChatOrAsk,
} from "#lib/messenger/cache/update-chat.ts";
import { noteReadOnArrival } from "#lib/messenger/receipts/read-on-arrival.ts";
import type { ChatReadEvent } from "#lib/messenger/contract/event-schema.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

/**
 * Adds a message that was sent here or received by socket to every list that shows it. Where messages before it are
 * missing it only raises the chat's `last_seq`, and the open conversation catches up.
 */
export function receiveMessage(client: QueryClient, message: Message, memberId: number): void {
  const { chat_id, seq, author } = message;
  const follows = isFollowed(chat_id);
  const histories = client.setQueriesData<HistoryWindow>(
    { queryKey: messagesKey(chat_id) },
    (window) => window && withArrived(window, message, follows),
  );
  const isShown = histories.some(([, window]) => window && covers(window, seq));
  const isReadHere = follows && isShown && isTabFocused();
  if (author.id !== memberId && (isReadHere || isFollowedElsewhere(chat_id)))
    noteReadOnArrival(message);
  const withIt = takeFromGap(client, message) ? withOvertaken : withMessage;
  const behind: Chat[] = [];
  updateChat(client, chat_id, (chat) => {
    if (isBeyondGap(chat, message)) behind.push(chat);
    return withIt(chat, message, memberId);
  });
  if (behind[0]) noteGap(client, behind[0], message);
  refetchIfLost(client, message);
  const listed = client.getQueryData(chatsQuery().queryKey);
  if (!listed || !chatsOf(listed).some(({ id }) => id === chat_id)) listUnlisted(client, message);
}

/** Messages that have not arrived although newer ones have, by chat: messages of two nodes come by different ways. */
const gaps = new WeakMap<QueryClient, Map<number, Set<number>>>();
/** A message that was overtaken by a newer one arrives within this time, or it has been missed. */
const gapClosesWithinMs = 300;
/** If more than this many are lacking, they have been missed, as after a reconnection. */
const overtakenMax = 20;

/**
 * Notes which messages before this one have not arrived. If they were missed, the chat is refetched, because only the
 * server knows how many are unread.
 */
function noteGap(client: QueryClient, { id, last_seq }: Chat, { seq }: Message): void {
  if (seq - last_seq > overtakenMax) {
    askForChat(client, id);
    return;
  }
  const ofChats = gaps.get(client) ?? new Map<number, Set<number>>();
  gaps.set(client, ofChats);
  const known = ofChats.get(id);
  const gap = known ?? new Set<number>();
  for (let missing = last_seq + 1; missing < seq; missing++) gap.add(missing);
  if (known) return;
  ofChats.set(id, gap);
  setTimeout(() => {
    ofChats.delete(id);
    if (gap.size > 0) askForChat(client, id);
  }, gapClosesWithinMs);
}

const takeFromGap = (client: QueryClient, { chat_id, seq }: Message): boolean =>
  gaps.get(client)?.get(chat_id)?.delete(seq) ?? false;

/**
 * Updates a message after an edit, a deletion or a reaction in every list that shows it, also where it is quoted. The
 * order does not matter: an older state changes nothing.
 */
export function receiveChange(client: QueryClient, message: Message): void {
  const { chat_id } = message;
  const behind: Chat[] = [];
  updateChat(client, chat_id, (chat) => {
    if (message.seq > chat.last_seq) behind.push(chat);
    return withChangedMessage(chat, message);
  });
  // The message may still arrive as it was written.
  if (behind.length > 0) askForChat(client, chat_id);
  client.setQueriesData<HistoryWindow>(
    { queryKey: messagesKey(chat_id) },
    (window) => window && withChanged(window, message),
  );
  updateFound(client, message);
}

/** Updates every list after the member has read a chat up to a message, here or on another device. */
export function receiveRead(client: QueryClient, read: ChatReadEvent): void {
  updateChatOrAsk(client, read.chat_id, (chat) => withRead(chat, read));
}
