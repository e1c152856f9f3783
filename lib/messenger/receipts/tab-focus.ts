import { createListeners } from "#lib/browser/store.ts";
import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { splitLocale } from "#lib/site/pages.ts";
import type { Surface } from "#lib/site/surfaces.ts";

export const isTabFocused = () => document.visibilityState === "visible" && document.hasFocus();

/** Calls back when the tab may have gained or lost the focus. */
export const { subscribe: onTabFocusChange } = createListeners("focus", "blur", "visibilitychange");

/** Whether the chat is open in this page, and the page is visible and has the focus. */
export function isChatFocused(surface: Surface | null, chatId: number): boolean {
  if (surface !== "chat") return false;
  if (!isTabFocused()) return false;
  return chatAddressOf(splitLocale(window.location.pathname).path)?.chatId === chatId;
}
