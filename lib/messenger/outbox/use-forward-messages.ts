"use client";

import { useQueryClient } from "@tanstack/react-query";
import { chatListsKey } from "#lib/messenger/cache/queries.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { useOpenPrivateChat } from "#lib/messenger/use-open-private-chat.ts";
import { createClientId } from "#lib/http/client-id.ts";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import type { NewMessage, OutgoingForward } from "#lib/messenger/outbox/outgoing.ts";

/** A chat, or a friend with whom none may exist yet. */
export type ForwardTarget =
  { kind: "chat"; chat: Chat } | { kind: "friend"; friend: { id: number; fullname: string } };

/** Forwards messages to each of the targets, all in their order; returns the chats. */
export function useForwardMessages() {
  const client = useQueryClient();
  const outbox = useOutbox();
  const { mutateAsync: openPrivateChat } = useOpenPrivateChat();
  return async (messages: readonly Message[], targets: readonly ForwardTarget[]) => {
    const chats = await Promise.all(
      targets.map(async (target) =>
        target.kind === "chat" ? target.chat : await openPrivateChat(target.friend.id),
      ),
    );
    for (const chat of chats) for (const message of forwardsTo(chat, messages)) outbox.add(message);
    if (targets.some(({ kind }) => kind === "friend"))
      void client.invalidateQueries({ queryKey: chatListsKey });
    return chats;
  };
}

function forwardsTo(
  { kind, id }: Pick<Chat, "kind" | "id">,
  messages: readonly Message[],
): NewMessage[] {
  const now = new Date().toISOString();
  return messages
    .toSorted((a, b) => a.seq - b.seq)
    .map((message) => ({
      kind,
      chatId: id,
      clientId: createClientId(),
      text: "",
      createdAt: now,
      forward: forwardOf(message),
    }));
}

function forwardOf(message: Message): OutgoingForward {
  const { chat_id, seq, author, forwarded_from, text, attachments } = message;
  return { chat_id, seq, author: forwarded_from ?? author, text, attachments };
}
