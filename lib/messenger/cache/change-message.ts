"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import type { ChangeOutcome } from "#lib/api/use-pending-changes.ts";
import { receiveChange } from "#lib/messenger/cache/receive-message.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { type Message, messageAnswer } from "#lib/messenger/contract/schema.ts";
import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import { withReaction } from "#lib/messenger/emoji/reactions.ts";

interface MessageChange {
  /** The message as it is now, to which it is reverted if the server refuses. */
  message: Message;
  /** The message as it will be, shown at once. */
  expected: Message;
  call: "deleteMessage" | "react";
  /** For a reaction: the member, and their last choice. */
  reaction?: { memberId: number; emoji: string | null };
}

const changeKey = ["messenger", "change message"] as const;

/** Changes messages of one chat, one after the other. Each change is shown at once and reverted if it is refused. */
export function useChangeMessage(
  { kind, chatId }: ChatAddress,
  { onFailed }: Pick<ChangeOutcome, "onFailed">,
) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `messenger change ${chatId}` },
    mutationKey: changeKey,
    mutationFn: async ({ message: { seq }, call, reaction }: MessageChange) => {
      const body = { seq, ...(reaction && { emoji: reaction.emoji }) };
      return (await api.post(`/messenger/${kind}/${call}/${chatId}`, messageAnswer, body)).data;
    },
    onMutate: ({ expected }) => receiveChange(client, expected),
    onSuccess: (changed) => receiveChange(client, withOwnChoice(client, changed)),
    onError: (failure, { message }) => {
      // A change that another member has made meanwhile is newer, so it stays.
      receiveChange(client, message);
      onFailed(failure);
    },
  });
}

/**
 * Includes the member's last choice of a reaction that the server does not have yet, because the answer to an earlier
 * choice would hide it for a moment.
 */
export function withOwnChoice(client: QueryClient, message: Message): Message {
  const under = client.getMutationCache().findAll({ mutationKey: changeKey, status: "pending" });
  const last = under
    .map(({ state }) => state.variables as MessageChange) // the key belongs to these mutations alone
    .filter(({ message: { chat_id, seq } }) => chat_id === message.chat_id && seq === message.seq)
    .at(-1);
  if (!last?.reaction || message.deleted_at !== null) return message;
  const { memberId, emoji } = last.reaction;
  return { ...message, reactions: withReaction(message.reactions, memberId, emoji) };
}

export function deletionOf(message: Message): MessageChange {
  const expected: Message = {
    ...message,
    text: "",
    mentions: [],
    attachments: [],
    reply: null,
    forwarded_from: null,
    reactions: [],
    deleted_at: new Date().toISOString(),
  };
  return { message, expected, call: "deleteMessage" };
}

export function reactionOf(
  message: Message,
  memberId: number,
  emoji: string | null,
): MessageChange {
  const expected = { ...message, reactions: withReaction(message.reactions, memberId, emoji) };
  return { message, expected, call: "react", reaction: { memberId, emoji } };
}

export interface EditedMessage extends Written {
  /** The message as it was. */
  message: Message;
}

/** Edits a message of the member: shown at once, and reverted if the server refuses. */
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
