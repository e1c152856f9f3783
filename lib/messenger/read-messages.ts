"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api-client.ts";
import { updateChat } from "#lib/messenger/receive-message.ts";
import { type ChatKind, readAnswer } from "#lib/messenger/schema.ts";

/** Tells the server that the member has read a chat up to a message. */
export function useReadMessages(kind: ChatKind, chatId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (seq: number) => {
      const path = `/messenger/${kind}/readMessages/${chatId}`;
      return (await api.post(path, readAnswer, { seq })).data;
    },
    onSuccess: ({ last_read_seq, unread }) =>
      updateChat(client, chatId, (chat) =>
        last_read_seq < chat.last_read_seq ? chat : { ...chat, last_read_seq, unread },
      ),
  });
}
