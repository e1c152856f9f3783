"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import type { ChangeOutcome } from "#lib/api/use-pending-changes.ts";
import { messagesKey } from "#lib/messenger/cache/queries.ts";
import { receiveChange } from "#lib/messenger/cache/receive-message.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { type Message, messageAnswer } from "#lib/messenger/contract/schema.ts";
import type { Written } from "#lib/messenger/drafts/mention-text.ts";
import { ownReaction, withReaction } from "#lib/messenger/emoji/reactions.ts";
import type { HistoryWindow } from "#lib/messenger/history/history-window.ts";

interface MessageChange {
  /** The message as it is now, to which it is reverted if the server refuses. */
  message: Message;
  /** The message as it will be, shown at once. */
  expected: Message;
  call: "deleteMessage" | "react";
  reaction?: Reacting;
}

/** The member and the emoji that they chose; null removes their reaction. */
interface Reacting {
  memberId: number;
  emoji: string | null;
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
    onMutate: (change): ConfirmedReaction | undefined => {
      const confirmed = confirmedReaction(client, change);
      receiveChange(client, change.expected);
      return confirmed;
    },
    onSuccess: (changed) => receiveChange(client, withOwnChoice(client, changed)),
    onError: (failure, change, confirmed) => {
      // A change that another member has made meanwhile is newer, so the revert does not touch it.
      receiveChange(client, confirmed ? withoutRefused(client, change, confirmed) : change.message);
      onFailed(failure);
    },
  });
}

/**
 * The member's reaction to a message as the server last confirmed it, which may differ from the shown one while changes
 * are under way. All changes of a message that are under way share one such object, so that each answer is known to the
 * later ones.
 */
interface ConfirmedReaction {
  emoji: string | null;
  /** The number of the change with which the server confirmed it. */
  change: number;
}

function confirmedReaction(
  client: QueryClient,
  { message, reaction }: MessageChange,
): ConfirmedReaction | undefined {
  if (!reaction) return undefined;
  const known = reactionsUnderWay(client, message).findLast(({ confirmed }) => confirmed);
  const shown = { emoji: ownReaction(message, reaction.memberId), change: message.change };
  return known?.confirmed ?? shown;
}

/** The reactions of the member to a message that the server has not answered yet, oldest first. */
function reactionsUnderWay(client: QueryClient, { chat_id, seq }: Message) {
  const underWay = client
    .getMutationCache()
    .findAll({ mutationKey: changeKey, status: "pending" })
    .map(({ state }) => ({
      change: state.variables as MessageChange, // the key belongs to these mutations alone
      confirmed: state.context as ConfirmedReaction | undefined, // as `onMutate` returned it
    }));
  return underWay.flatMap(({ change, confirmed }) => {
    const { message, reaction } = change;
    const isSame = message.chat_id === chat_id && message.seq === seq;
    return isSame && reaction ? [{ change, confirmed, reaction }] : [];
  });
}

/**
 * Returns the message as the server sent it, with the member's last choice of a reaction that the server does not have
 * yet: without it the answer to an earlier choice would hide the last one for a moment.
 */
export function withOwnChoice(client: QueryClient, message: Message): Message {
  const last = reactionsUnderWay(client, message).at(-1);
  if (!last) return message;
  const { confirmed, reaction } = last;
  if (confirmed && message.change >= confirmed.change)
    Object.assign(confirmed, {
      emoji: ownReaction(message, reaction.memberId),
      change: message.change,
    });
  return withChoice(message, reaction);
}

/**
 * Returns the message as it is shown, with the reaction that the member has chosen since, or the one before the refused
 * change.
 */
function withoutRefused(
  client: QueryClient,
  { message, reaction: refused }: MessageChange,
  { emoji }: ConfirmedReaction,
): Message {
  const windows = client.getQueriesData<HistoryWindow>({ queryKey: messagesKey(message.chat_id) });
  const all = windows.flatMap(([, window]) => window?.messages ?? []);
  const shown = all.find(({ seq }) => seq === message.seq) ?? message;
  const others = reactionsUnderWay(client, message).filter(({ reaction }) => reaction !== refused);
  const chosen = others.at(-1)?.reaction ?? (refused && { ...refused, emoji });
  return chosen ? withChoice(shown, chosen) : shown;
}

const withChoice = (message: Message, { memberId, emoji }: Reacting): Message =>
  message.deleted_at === null
    ? { ...message, reactions: withReaction(message.reactions, memberId, emoji) }
    : message;

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
