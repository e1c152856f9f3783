import { chatAddressOf } from "#lib/messenger/chat-address.ts";
import { splitLocale } from "#lib/site/pages.ts";
import type { Surface } from "#lib/site/surfaces.ts";

export const isTabFocused = () => document.visibilityState === "visible" && document.hasFocus();

/** Calls back when the tab may have gained or lost the focus. */
export function onTabFocusChange(listener: () => void): () => void {
  window.addEventListener("focus", listener);
  window.addEventListener("blur", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("focus", listener);
    window.removeEventListener("blur", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

/** Whether the chat is open in this page, and the page is visible and has the focus. */
export function isChatFocused(surface: Surface | null, chatId: number): boolean {
  if (surface !== "chat") return false;
  if (!isTabFocused()) return false;
  return chatAddressOf(splitLocale(window.location.pathname).path)?.chatId === chatId;
}
