"use client";

import { createContext, use } from "react";
import type { MenuPlace } from "#components/messenger/actions/placed-menu.tsx";
import type { Media } from "#lib/files/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** It stays the same while the chat is open, so that bubbles need no new render. */
export interface MessageActionsValue {
  /** What opens at the button of a message. */
  menuPopup: "menu" | "dialog";
  viewPhotos: (photos: readonly Media[], index: number) => void;
  openMenu: (message: Message, place: MenuPlace) => void;
  /** Removes the reaction if it is the member's own already. */
  react: (message: Message, emoji: string) => void;
  forward: (messages: readonly Message[]) => void;
  /** Deletes the messages for everybody. */
  remove: (messages: readonly Message[]) => void;
}

const none = () => null;

export const MessageActionsContext = createContext<MessageActionsValue>({
  menuPopup: "menu",
  viewPhotos: none,
  openMenu: none,
  react: none,
  forward: none,
  remove: none,
});

/** The actions of the surrounding conversation. Outside of a conversation a message has none. */
export const useMessageActions = () => use(MessageActionsContext);
