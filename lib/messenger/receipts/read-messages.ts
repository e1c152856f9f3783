"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { isRefusal } from "#lib/api/api-failure.ts";
import { covers, type HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { chatKey, chatListsKey, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { updateChat, updateChatOrAsk } from "#lib/messenger/cache/update-chat.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";
import { type Chat, readAnswer, type ReadState } from "#lib/messenger/contract/schema.ts";
import {
  forgetFailedRead,
  isReceiptGivenUp,
  noteFailedRead,
  type Read,
  readsKey,
  readsUnderWay,
  type ShownAsRead,
  takeFailedReads,
} from "#lib/messenger/receipts/unsent-reads.ts";

const retriesMax = 6;

/** Ends the attempts to send a receipt that is given up. */
class GivenUp extends Error {}

/**
 * Sends the receipt that the member has read a chat up to a message. The remaining unread number is computed at once
 * where possible. A receipt that fails is reverted, and sent again by `useFailedReads` unless the server has refused it:
 * `onRefused` gets its answer, even after the component that called is unmounted.
 */
export function useReadMessages(
  memberId: number,
  onRefused: (failure: Error) => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: readsKey,
    mutationFn: async (read: Read) => {
      if (isReceiptGivenUp(read)) throw new GivenUp();
      const { kind, chatId, seq } = read;
      const path = `/messenger/${kind}/readMessages/${chatId}`;
      return (await api.post(path, readAnswer, { seq })).data;
    },
    retry: (failures, error) =>
      !isRefusal(error) && !(error instanceof GivenUp) && failures < retriesMax,
    onMutate: ({ kind, chatId, seq }) => {
      const window = client.getQueryData(messagesQuery(kind, chatId).queryKey);
      const shown: ShownAsRead = { lastSeq: 0, from: seq, count: 0 };
      updateChat(client, chatId, (chat) => {
        const after = afterReading(chat, seq, { window, memberId });
        shown.lastSeq = chat.last_seq;
        if (after !== chat) {
          shown.from = chat.last_read_seq;
          shown.count = chat.unread - after.unread;
        }
        return after;
      });
      return shown;
    },
    onSuccess: (answer, { chatId }, { lastSeq }) => {
      forgetFailedRead(client, chatId, answer.last_read_seq);
      updateChatOrAsk(client, chatId, (chat) => afterAnswer(chat, answer, lastSeq));
    },
    onError: (failure, read, shown) => {
      if (isRefusal(failure)) onRefused(failure);
      else if (!isReceiptGivenUp(read)) noteFailedRead(client, read);
      if (shown && !isReceiptGivenUp(read)) revertRead(client, read, shown);
      void client.invalidateQueries({ queryKey: chatListsKey });
      return client.invalidateQueries({ queryKey: chatKey(read.chatId) });
    },
  });
}

/**
 * Reverts a failed receipt: messages that it showed as read are unread again. If a later receipt is under way, that one
 * reverts them with its own.
 */
function revertRead(client: QueryClient, { chatId, seq }: Read, { from, count }: ShownAsRead) {
  for (const { read, shown } of readsUnderWay(client, chatId))
    if (read.seq > seq && shown?.from === seq)
      Object.assign(shown, { from, count: shown.count + count });
  updateChat(client, chatId, (chat) =>
    chat.last_read_seq === seq
      ? { ...chat, last_read_seq: from, unread: chat.unread + count }
      : chat,
  );
}

/** Sends the receipts that have failed again when the network or the tab is back. Used once, by the messenger itself. */
export function useFailedReads(memberId: number): void {
  const client = useQueryClient();
  const { mutate } = useReadMessages(memberId);
  useReturn(() => {
    for (const read of takeFailedReads(client)) mutate(read);
  });
}

/**
 * The chat once the server has answered; `lastSeq` was its newest message at the time of the request. Null when the
 * unread number must be fetched again: it could not be counted here, and a message that came meanwhile may be missing
 * in the answer.
 */
export function afterAnswer(
  chat: Chat,
  { last_read_seq, unread }: ReadState,
  lastSeq: number,
): Chat | null {
  if (last_read_seq < chat.last_read_seq) return chat;
  if (chat.last_seq <= lastSeq) return { ...chat, last_read_seq, unread };
  // Adds the messages that arrived during the request.
  return last_read_seq === chat.last_read_seq ? chat : null;
}

interface Known {
  window: HistoryWindow | undefined;
  memberId: number;
}

/**
 * Returns the chat as it is after it was read up to a message; unchanged if the remaining number cannot be computed
 * here.
 */
export function afterReading(chat: Chat, seq: number, { window, memberId }: Known): Chat {
  if (seq <= chat.last_read_seq) return chat;
  if (seq >= chat.last_seq) return { ...chat, last_read_seq: seq, unread: 0 };
  if (!window || !covers(window, chat.last_read_seq + 1) || !covers(window, seq)) return chat;
  const read = window.messages.filter(
    (message) =>
      message.seq > chat.last_read_seq && message.seq <= seq && message.author.id !== memberId,
  );
  return { ...chat, last_read_seq: seq, unread: Math.max(0, chat.unread - read.length) };
}
