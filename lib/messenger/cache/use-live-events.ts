"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { withPeersSeen } from "#lib/messenger/cache/chat-list.ts";
import { withOwnChoice } from "#lib/messenger/cache/change-message.ts";
import { useOutbox } from "#lib/messenger/outbox/outbox-context.tsx";
import {
  receiveChange,
  receiveMessage,
  receiveRead,
} from "#lib/messenger/cache/receive-message.ts";
import { useFailedReads } from "#lib/messenger/receipts/read-messages.ts";
import { endReadOnArrival } from "#lib/messenger/receipts/read-on-arrival.ts";
import { refreshChat, refreshChats } from "#lib/messenger/cache/refresh-chat.ts";
import {
  chatChangedEvent,
  chatDeliveredEvent,
  chatReadEvent,
  typingEvent,
} from "#lib/messenger/contract/event-schema.ts";
import { type Message, message, withDeletedNamed } from "#lib/messenger/contract/schema.ts";
import { useDraftsOfDevices } from "#lib/messenger/drafts/save-drafts.ts";
import { typing } from "#lib/messenger/typing.ts";
import { updateChat } from "#lib/messenger/cache/update-chat.ts";
import { useReturn } from "#lib/messenger/cache/use-return.ts";
import { useSocketEvent } from "#lib/api/socket.ts";

/** Applies socket events to every list of the messenger. Used once, by the messenger itself. */
export function useLiveEvents(memberId: number): void {
  const client = useQueryClient();
  const outbox = useOutbox();
  const t = useTranslations("Site");
  const named = (received: Message) => withDeletedNamed(received, t("deletedMember"));
  useSocketEvent("message", message, (received) => {
    const arrived = named(received);
    receiveMessage(client, arrived, memberId);
    typing.end(arrived.chat_id, arrived.author.id);
    if (arrived.author.id === memberId) outbox.confirm(arrived);
  });
  useSocketEvent("message_changed", message, (changed) =>
    receiveChange(client, withOwnChoice(client, named(changed))),
  );
  useSocketEvent("typing", typingEvent, ({ chat_id, user_id }) => {
    if (user_id !== memberId) typing.begin(chat_id, user_id);
  });
  useSocketEvent("chat_changed", chatChangedEvent, ({ chat_id }) => {
    void refreshChat(client, chat_id);
  });
  useSeenEvents(memberId);
  useDraftsOfDevices(memberId);
  useFailedReads(memberId);
  useReturn(() => {
    void outbox.resume();
    refreshChats(client);
  });
}

/** Applies receipts, of the member on any device and of the others. */
function useSeenEvents(memberId: number): void {
  const client = useQueryClient();
  useSocketEvent("chat_read", chatReadEvent, (read) => {
    const { chat_id, user_id, seq } = read;
    if (user_id === memberId) {
      receiveRead(client, read);
      endReadOnArrival(read);
    } else
      updateChat(client, chat_id, (chat) =>
        withPeersSeen(chat, { peers_read_seq: seq, peers_delivered_seq: seq }),
      );
  });
  useSocketEvent("chat_delivered", chatDeliveredEvent, ({ chat_id, user_id, seq }) => {
    if (user_id !== memberId)
      updateChat(client, chat_id, (chat) => withPeersSeen(chat, { peers_delivered_seq: seq }));
  });
}
