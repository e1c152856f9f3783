"use client";

/** How a member keeps a chat: pinned, muted, read. What is asked for holds at once, and is taken back when refused. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { messageBody } from "#lib/http/schema.ts";
import { updateChat } from "#lib/messenger/cache/receive-message.ts";
import { refreshChat } from "#lib/messenger/cache/refresh-chat.ts";
import { type Chat, history } from "#lib/messenger/contract/schema.ts";

export type ChatKeeping =
  | { action: "pin"; pinned: boolean }
  | { action: "mute"; muted: boolean }
  | { action: "read" }
  | { action: "unread" };

/** There is no message that could be unread. */
export class NothingToRead extends Error {}

/** `onFailure` is told even when what asked for it is gone: what the server answered, or NothingToRead. */
export function useKeepChat(memberId: number, onFailure: (failure: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ chat, keeping }: { chat: Chat; keeping: ChatKeeping }) => {
      if (keeping.action === "unread") return markUnread(chat, memberId);
      await tell(chat, keeping);
      return null;
    },
    onMutate: ({ chat, keeping }) => {
      updateChat(client, chat.id, (known) => ({ ...known, ...after(known, keeping) }));
    },
    onSuccess: (readTo, { chat }) => {
      if (readTo !== null)
        updateChat(client, chat.id, (known) => ({ ...known, last_read_seq: readTo }));
    },
    onError: (failure, { chat, keeping }) => {
      updateChat(client, chat.id, (known) => ({ ...known, ...before(chat, keeping) }));
      onFailure(failure);
    },
    onSettled: (_data, _failure, { chat }) => refreshChat(client, chat.id),
  });
}

/** What the server is about to make of a chat. */
function after(chat: Chat, keeping: ChatKeeping): Partial<Chat> {
  switch (keeping.action) {
    case "pin":
      return { pinned: keeping.pinned };
    case "mute":
      return { muted: keeping.muted };
    case "read":
      return { last_read_seq: chat.last_seq, unread: 0 };
    case "unread":
      return { unread: Math.max(chat.unread, 1) };
  }
}

function before(chat: Chat, { action }: ChatKeeping): Partial<Chat> {
  const { pinned, muted, last_read_seq, unread } = chat;
  if (action === "pin") return { pinned };
  return action === "mute" ? { muted } : { last_read_seq, unread };
}

async function tell(chat: Chat, keeping: Exclude<ChatKeeping, { action: "unread" }>) {
  const { action, ...body } = keeping;
  const path = `/messenger/${chat.kind}/${action === "read" ? "readMessages" : action}/${chat.id}`;
  await api.post(path, messageBody, action === "read" ? { seq: chat.last_seq } : body);
}

/** From the newest message that somebody else wrote: one's own are never unread. Answers where the chat is read to. */
async function markUnread({ id, kind }: Chat, memberId: number): Promise<number> {
  const newest = await api.get(`/messenger/${kind}/getMessages/${id}?limit=100`, history);
  const first = newest.data.findLast(({ author }) => author.id !== memberId);
  if (!first) throw new NothingToRead();
  await api.post(`/messenger/${kind}/markUnread/${id}`, messageBody, { seq: first.seq });
  return first.seq - 1;
}
