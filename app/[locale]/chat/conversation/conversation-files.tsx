"use client";

import { ConversationWithMenu } from "#app/[locale]/chat/conversation-with-menu.tsx";
import { conversationPart } from "#app/[locale]/chat/conversation-part.ts";

conversationPart.bring(ConversationWithMenu);

/** Shows nothing: what it imports comes with the page, so that the messenger need not fetch it. */
export function ConversationFiles() {
  return null;
}
