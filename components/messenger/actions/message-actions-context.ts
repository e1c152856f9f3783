"use client";

import { createContext, use } from "react";
import type { MenuPlace } from "#components/messenger/actions/placed-menu.tsx";
import type { Media } from "#lib/files/schema.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";

/** The same functions as long as the chat is open: a bubble that has them is not rendered anew. */
export interface MessageActionsValue {
  viewPhotos: (photos: readonly Media[], index: number) => void;
  openMenu: (message: Message, place: MenuPlace) => void;
  /** What is chosen already is taken away. */
  react: (message: Message, emoji: string) => void;
  forward: (messages: readonly Message[]) => void;
  /** For everybody. */
  remove: (messages: readonly Message[]) => void;
}

const none = () => null;

export const MessageActionsContext = createContext<MessageActionsValue>({
  viewPhotos: none,
  openMenu: none,
  react: none,
  forward: none,
  remove: none,
});

/** Of the conversation around; what is shown outside of one can do nothing. */
export const useMessageActions = () => use(MessageActionsContext);
