"use client";

/** What can be done with the messages of a chat; what lies over them is one of each, there while it is wanted. */
import { type ReactNode, useMemo, useState } from "react";
import {
  MessageActionsContext,
  type MessageActionsValue,
} from "#components/messenger/actions/message-actions-context.ts";
import { type Layer, MessageLayer, useLayersAhead } from "#components/messenger/message-layer.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { useTakingBack } from "#components/messenger/taking-back.ts";
import { deletionOf, reactionOf } from "#lib/messenger/cache/change-message.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import { ownReaction } from "#lib/messenger/emoji/reactions.ts";
import type { Chat } from "#lib/messenger/contract/schema.ts";

interface MessageActionsProps {
  address: ChatAddress;
  chat: Chat | undefined;
  children: ReactNode;
}

/** Around a conversation. */
export function MessageActions({ address, chat, children }: MessageActionsProps) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const memberId = useMember().id;
  const change = useTakingBack(address);
  useLayersAhead();
  const actions = useMemo<MessageActionsValue>(
    () => ({
      viewPhotos: (photos, index) => setLayer({ kind: "photos", photos, index }),
      openMenu: (message, place) => setLayer({ kind: "menu", message, place }),
      forward: (messages) => setLayer({ kind: "forward", messages }),
      react: (message, emoji) => {
        const chosen = ownReaction(message, memberId) === emoji ? null : emoji;
        change(reactionOf(message, memberId, chosen));
      },
      remove: (messages) => {
        for (const message of messages) change(deletionOf(message));
      },
    }),
    [change, memberId],
  );
  // A menu closes after what was chosen in it has opened something else.
  const close = () => setLayer((shown) => (shown === layer ? null : shown));
  return (
    <MessageActionsContext value={actions}>
      {children}
      {chat && layer && <MessageLayer chat={chat} layer={layer} onClose={close} />}
    </MessageActionsContext>
  );
}
