import type { ComponentType } from "react";
import type { ChatAddress } from "#lib/messenger/chat-address.ts";

let brought: ComponentType<ChatAddress> | undefined;

/** Called by the page of an open chat, whose files include what shows a conversation. */
export function bringConversation(conversation: ComponentType<ChatAddress>): void {
  brought = conversation;
}

/** Loads what shows a conversation, which the list of chats does without. */
export const fetchConversation = async () =>
  brought ?? (await import("./conversation-with-menu.tsx")).ConversationWithMenu;
