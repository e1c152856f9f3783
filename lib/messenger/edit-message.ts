"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import { receiveChange } from "#lib/messenger/cache/receive-message.ts";
import { type Message, messageAnswer } from "#lib/messenger/contract/schema.ts";

export interface EditedMessage extends Written {
  /** As it was. */
  message: Message;
}

/** Changes a message of the member: shown at once, and taken back if the server refuses. */
export function useEditMessage(
  { kind, chatId }: ChatAddress,
  onFailed: (failure: Error, edited: EditedMessage) => void,
) {
  const client = useQueryClient();
  const show = (message: Message) => receiveChange(client, message);
  return useMutation({
    scope: { id: `messenger edit ${chatId}` },
    mutationFn: async ({ message: { seq }, text, mentions }: EditedMessage) => {
      const path = `/messenger/${kind}/editMessage/${chatId}`;
      return (await api.post(path, messageAnswer, { seq, text, mentions })).data;
    },
    onMutate: ({ message, text, mentions }) =>
      show({ ...message, text, mentions: [...mentions], edited_at: new Date().toISOString() }),
    onSuccess: show,
    onError: (failure, edited) => {
      show(edited.message);
      onFailed(failure, edited);
    },
  });
}
