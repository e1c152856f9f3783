"use client";

/** How a member marks a chat: as pinned, muted, read or unread. Optimistic: shown at once, and reverted when refused. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { updateChat } from "#lib/messenger/cache/update-chat.ts";
import { refreshChat } from "#lib/messenger/cache/refresh-chat.ts";
import { type Chat, history } from "#lib/messenger/contract/schema.ts";
import { useReadMessages } from "#lib/messenger/receipts/read-messages.ts";
import { giveUpReads } from "#lib/messenger/receipts/unsent-reads.ts";

export type ChatMark =
  | { action: "pin"; pinned: boolean }
  | { action: "mute"; muted: boolean }
  | { action: "read" }
  | { action: "unread" };

/** Thrown when a chat has no message that could be marked as unread. */
export class NothingToRead extends Error {}

interface Marking<M = ChatMark> {
  chat: Chat;
  mark: M;
}

type OtherMark = Exclude<ChatMark, { action: "read" }>;

/** `onFailure` gets what the server answered, or NothingToRead, even after the component that called is unmounted. */
export function useMarkChat(memberId: number, onFailure: (failure: Error) => void) {
  // A receipt as any other, so that one which could not be sent is not lost: where the chat is open, no other follows it
  // for messages that it covers.
  const { mutate: read } = useReadMessages(memberId, onFailure);
  const { mutate } = useOtherMark(memberId, onFailure);
  return ({ chat, mark }: Marking): void => {
    if (mark.action === "read") read({ kind: chat.kind, chatId: chat.id, seq: chat.last_seq });
    else mutate({ chat, mark });
  };
}

function useOtherMark(memberId: number, onFailure: (failure: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ chat, mark }: Marking<OtherMark>) => {
      if (mark.action === "unread") return markUnread(chat, memberId);
      await sendMark(chat, mark);
      return null;
    },
    onMutate: ({ chat, mark }) => {
      if (mark.action === "unread") giveUpReads(client, chat.id);
      updateChat(client, chat.id, (known) => ({ ...known, ...after(known, mark) }));
    },
    onSuccess: (readTo, { chat }) => {
      if (readTo !== null)
        updateChat(client, chat.id, (known) => ({ ...known, last_read_seq: readTo }));
    },
    onError: (failure, { chat, mark }) => {
      updateChat(client, chat.id, (known) => ({ ...known, ...before(chat, mark) }));
      onFailure(failure);
    },
    onSettled: (_data, _failure, { chat }) => refreshChat(client, chat.id),
  });
}

/** The chat as the server is expected to store it. */
function after(chat: Chat, mark: OtherMark): Partial<Chat> {
  switch (mark.action) {
    case "pin":
      return { pinned: mark.pinned };
    case "mute":
      return { muted: mark.muted };
    case "unread":
      return { unread: Math.max(chat.unread, 1) };
  }
}

function before(chat: Chat, { action }: OtherMark): Partial<Chat> {
  const { pinned, muted, last_read_seq, unread } = chat;
  if (action === "pin") return { pinned };
  return action === "mute" ? { muted } : { last_read_seq, unread };
}

async function sendMark(chat: Chat, mark: Exclude<OtherMark, { action: "unread" }>) {
  const { action, ...body } = mark;
  await api.post(`/messenger/${chat.kind}/${action}/${chat.id}`, messageBody, body);
}

/**
 * Marks from the newest message of another member on, because the member's own are never unread. Returns the new read
 * mark.
 */
async function markUnread({ id, kind }: Chat, memberId: number): Promise<number> {
  const newest = await api.get(`/messenger/${kind}/getMessages/${id}?limit=100`, history);
  const first = newest.data.findLast(({ author }) => author.id !== memberId);
  if (!first) throw new NothingToRead();
  await api.post(`/messenger/${kind}/markUnread/${id}`, messageBody, { seq: first.seq });
  return first.seq - 1;
}
