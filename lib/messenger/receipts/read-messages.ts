"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { covers, type HistoryWindow } from "#lib/messenger/history/history-window.ts";
import { chatKey, messagesQuery } from "#lib/messenger/cache/queries.ts";
import { updateChat, updateChatOrAsk } from "#lib/messenger/cache/receive-message.ts";
import {
  type Chat,
  type ChatKind,
  readAnswer,
  type ReadState,
} from "#lib/messenger/contract/schema.ts";

const retriesMax = 6;

/** Sends the receipt that the member has read a chat up to a message. The rest is counted at once where possible. */
export function useReadMessages(kind: ChatKind, chatId: number, memberId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (seq: number) => {
      const path = `/messenger/${kind}/readMessages/${chatId}`;
      return (await api.post(path, readAnswer, { seq })).data;
    },
    retry: (failures, error) => {
      const refused = error instanceof ApiFailure && error.status !== false && error.status < 500;
      return !refused && failures < retriesMax;
    },
    onMutate: (seq) => {
      const window = client.getQueryData(messagesQuery(kind, chatId).queryKey);
      let lastSeq = 0;
      updateChat(client, chatId, (chat) => {
        lastSeq = chat.last_seq;
        return afterReading(chat, seq, { window, memberId });
      });
      return { lastSeq };
    },
    onSuccess: (answer, _seq, { lastSeq }) =>
      updateChatOrAsk(client, chatId, (chat) => afterAnswer(chat, answer, lastSeq)),
    onError: () => client.invalidateQueries({ queryKey: chatKey(chatId) }),
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
  // Messages that arrived meanwhile are counted here.
  return last_read_seq === chat.last_read_seq ? chat : null;
}

interface Known {
  window: HistoryWindow | undefined;
  memberId: number;
}

/** The chat once it is read up to a message; unchanged where the rest cannot be counted here. */
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
