import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import {
  changeChat,
  type ChatPages,
  chatsOf,
  isBeyondGap,
  mergedChat,
  placeChat,
  withChangedMessage,
  withMessage,
  withOvertaken,
  withRead,
} from "#lib/messenger/cache/chat-list.ts";
import { isFollowed, isFollowedElsewhere } from "#lib/messenger/receipts/followed-chats.ts";
import {
  covers,
  type HistoryWindow,
  withArrived,
  withChanged,
} from "#lib/messenger/history/history-window.ts";
import { isTabFocused } from "#lib/messenger/receipts/tab-focus.ts";
import {
  chatKey,
  chatListsKey,
  chatsQuery,
  fetchChats,
  messagesKey,
} from "#lib/messenger/cache/queries.ts";
import { updateFound } from "#lib/messenger/cache/search-queries.ts";
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
  const listed = client.getQueryData<ChatPages>(listKey);
  if (!listed || !chatsOf(listed).some(({ id }) => id === chat_id)) listUnlisted(client, message);
}

const { queryKey: listKey } = chatsQuery();

/** Chats of no list that have a message, and its seq, while the first page is being fetched for them. */
const unlisted = new WeakMap<QueryClient, Map<number, number>>();

/**
 * Adds a chat that is in none of the loaded pages. Having the newest message it is in the first page, so where several are
 * loaded that one alone is fetched; all of them are only where pinned chats fill it.
 */
function listUnlisted(client: QueryClient, { chat_id, seq }: Message): void {
  const list = client.getQueryCache().find<ChatPages>({ queryKey: listKey, type: "active" });
  const pages = list?.state.data;
  if (!pages || pages.pages.length < 2) {
    void client.invalidateQueries({ queryKey: chatListsKey });
    return;
  }
  void client.invalidateQueries({
    queryKey: chatListsKey,
    predicate: ({ queryKey }) => queryKey.at(-1) !== listKey.at(-1), // the searched ones
  });
  const waiting = unlisted.get(client);
  if (waiting) {
    waiting.set(chat_id, seq);
    return;
  }
  const wanted = new Map([[chat_id, seq]]);
  unlisted.set(client, wanted);
  void listFromFirstPage(client, wanted)
    .catch(() => false)
    .then((areAllListed) => {
      unlisted.delete(client);
      if (!areAllListed) void client.invalidateQueries({ queryKey: listKey });
    });
}

/** Fetches the first page until it has been asked for every wanted message; returns whether it had each of them. */
async function listFromFirstPage(
  client: QueryClient,
  wanted: Map<number, number>,
): Promise<boolean> {
  const asked = [...wanted];
  const { data } = await fetchChats({});
  const found = asked.flatMap(([chatId, seq]) => {
    if (wanted.get(chatId) === seq) wanted.delete(chatId); // else another message has arrived meanwhile
    return data.filter(({ id, last_seq }) => id === chatId && last_seq >= seq);
  });
  client.setQueryData(listKey, (pages) => pages && found.reduce(withFetched, pages));
  if (found.length < asked.length) return false;
  return wanted.size === 0 || listFromFirstPage(client, wanted);
}

/** The list may have got the chat meanwhile, and a newer message in it. */
function withFetched(pages: ChatPages, chat: Chat): ChatPages {
  const known = chatsOf(pages).find(({ id }) => id === chat.id);
  return placeChat(pages, known ? mergedChat(known, chat) : chat);
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

/** The newest messages that arrived while lists of several pages were being fetched, by chat. */
const arrivedMeanwhile = new WeakMap<Query, Map<number, number>>();

/**
 * Refetches a list again if its answer lacks a message that arrived during the request. The pages of a list are fetched
 * one after the other: a chat that moves from a later page to the first meanwhile is in none of them, and a chat of the
 * first page appears as it was before.
 */
function refetchIfLost(client: QueryClient, { chat_id, seq }: Message): void {
  const fetching = client
    .getQueryCache()
    .findAll({ queryKey: chatListsKey, fetchStatus: "fetching" });
  for (const query of fetching) {
    const pagesNow = () => query.state.data as ChatPages | undefined; // what this key holds
    const pages = pagesNow();
    if (!pages || pages.pages.length < 2) continue;
    if (!chatsOf(pages).some(({ id }) => id === chat_id)) continue;
    const waiting = arrivedMeanwhile.get(query);
    if (waiting) {
      waiting.set(chat_id, seq);
      continue;
    }
    const arrived = new Map([[chat_id, seq]]);
    arrivedMeanwhile.set(query, arrived);
    const check = () => {
      arrivedMeanwhile.delete(query);
      const seqOf = new Map(chatsOf(pagesNow() ?? pages).map((chat) => [chat.id, chat.last_seq]));
      if ([...arrived].some(([id, newest]) => (seqOf.get(id) ?? 0) < newest))
        void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.fetch().then(check, () => arrivedMeanwhile.delete(query));
  }
}

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

/** As `updateChat`; if `change` cannot compute the new state, the chat is fetched. */
export function updateChatOrAsk(
  client: QueryClient,
  chatId: number,
  change: (chat: Chat) => Chat | null,
): void {
  const unclear = new Set<Chat>();
  updateChat(client, chatId, (chat) => {
    const changed = change(chat);
    if (!changed) unclear.add(chat);
    return changed ?? chat;
  });
  if (unclear.size > 0) askForChat(client, chatId);
}

function askForChat(client: QueryClient, chatId: number): void {
  void client.invalidateQueries({ queryKey: chatListsKey });
  void client.invalidateQueries({ queryKey: chatKey(chatId) });
}

/** Changes a chat wherever it is cached: on its own, in the list, in searches. */
export function updateChat(
  client: QueryClient,
  chatId: number,
  change: (chat: Chat) => Chat,
): void {
  refetchOnceMore(client, chatKey(chatId));
  refetchOnceMore(client, chatListsKey);
  client.setQueriesData<Chat>({ queryKey: chatKey(chatId) }, (chat) => chat && change(chat));
  client.setQueriesData<ChatPages>(
    { queryKey: chatListsKey },
    (pages) => pages && changeChat(pages, chatId, change),
  );
}

/** Queries whose first answer is on its way, and which will then be refetched. */
const refetchedOnceMore = new WeakSet<Query>();

/**
 * Refetches a query after its first answer. Until that answer the cache has nothing that an event could change, and the
 * server may have written the answer before the event.
 */
export function refetchOnceMore(client: QueryClient, queryKey: QueryKey): void {
  const loading = client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  for (const query of loading) {
    if (query.state.data !== undefined || refetchedOnceMore.has(query)) continue;
    refetchedOnceMore.add(query);
    const refetch = () => {
      refetchedOnceMore.delete(query);
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.fetch().then(refetch, () => refetchedOnceMore.delete(query));
  }
}
