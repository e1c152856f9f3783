"use client";

import { createElement, type ReactNode, useMemo, useState } from "react";
import {
  MessageActionsContext,
  type MessageActionsValue,
} from "#components/messenger/actions/message-actions-context.ts";
import type { MenuPlace } from "#components/messenger/actions/placed-menu.tsx";
import { PhotoViewer } from "#components/messenger/attachments/photo-viewer.tsx";
import { useHasPointer } from "#components/ui/overlays/use-has-pointer.ts";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import { useFetchedAhead } from "#lib/browser/use-fetched-ahead.ts";
import type { Media } from "#lib/files/schema.ts";
import { deletionOf, reactionOf, useChangeMessage } from "#lib/messenger/cache/change-message.ts";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import { ownReaction } from "#lib/messenger/emoji/reactions.ts";

interface MessageActionsProps {
  address: ChatAddress;
  chat: Chat | undefined;
  children: ReactNode;
}

/** Gives the conversation the actions on messages, and shows the layer that one of them has opened. */
export function MessageActions({ address, chat, children }: MessageActionsProps) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const memberId = useMember().id;
  // Updates are optimistic; `change` is always the same function.
  const { mutate: change } = useChangeMessage(address, useOutcomeToasts());
  // Fetched ahead, so that the menus open at once and without a network too.
  useFetchedAhead(fetchMenu);
  useFetchedAhead(fetchForward);
  const menuPopup = useHasPointer() ? "menu" : "dialog";
  const actions = useMemo<MessageActionsValue>(
    () => ({
      menuPopup,
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
    [change, memberId, menuPopup],
  );
  // A menu closes only after the chosen entry has opened another layer.
  const close = () => setLayer((shown) => (shown === layer ? null : shown));
  return (
    <MessageActionsContext value={actions}>
      {children}
      {chat && layer && <MessageLayer chat={chat} layer={layer} onClose={close} />}
    </MessageActionsContext>
  );
}

/** The layer over a conversation. Only one is open at a time. */
type Layer =
  | { kind: "photos"; photos: readonly Media[]; index: number }
  | { kind: "menu"; message: Message; place: MenuPlace }
  | { kind: "forward"; messages: readonly Message[] };

interface MessageLayerProps {
  chat: Chat;
  layer: Layer;
  onClose: () => void;
}

const fetchMenu = async () =>
  (await import("#components/messenger/actions/message-menu.tsx")).MessageMenu;
const fetchForward = async () =>
  (await import("#components/messenger/actions/forward-dialog.tsx")).ForwardDialog;

function MessageLayer({ chat, layer, onClose }: MessageLayerProps) {
  const menu = useOnDemand(fetchMenu, onClose, layer.kind === "menu");
  const dialog = useOnDemand(fetchForward, onClose, layer.kind === "forward");
  switch (layer.kind) {
    case "photos":
      return <PhotoViewer {...layer} onClose={onClose} />;
    case "menu":
      return menu && createElement(menu, { ...layer, chat, onClose });
    case "forward":
      return dialog && createElement(dialog, { ...layer, onClose });
  }
}
