import { broughtPart } from "#app/[locale]/brought-part.ts";

/** What shows a conversation. The list of chats does without, and the page of an open chat brings it. */
export const conversationPart = broughtPart(
  async () => (await import("./conversation-with-menu.tsx")).ConversationWithMenu,
);
