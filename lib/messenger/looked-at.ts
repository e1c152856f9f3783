import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { splitLocale } from "#lib/pages.ts";
import type { Surface } from "#lib/surfaces.ts";

/** Whether the chat is open in this page, and the page is the one that is looked at. */
export function isLookedAt(surface: Surface | null, chatId: number): boolean {
  if (surface !== "chat") return false;
  if (document.visibilityState !== "visible" || !document.hasFocus()) return false;
  return chatAddressOf(splitLocale(window.location.pathname).path)?.chatId === chatId;
}
