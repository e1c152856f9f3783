/** Texts begun and not sent, per member and chat, kept in this browser. */

const prefix = "draft";
const listeners = new Set<() => void>();

const keyOf = (memberId: number, chatId: number) => `${prefix}:${memberId}:${chatId}`;

/** Empty when there is none, or when the browser keeps nothing. */
export function readDraft(memberId: number, chatId: number): string {
  try {
    return localStorage.getItem(keyOf(memberId, chatId)) ?? "";
  } catch {
    return ""; // storage is switched off
  }
}

export function keepDraft(memberId: number, chatId: number, text: string): void {
  try {
    if (text.trim() === "") localStorage.removeItem(keyOf(memberId, chatId));
    else localStorage.setItem(keyOf(memberId, chatId), text);
  } catch {
    return; // storage is full or switched off: the text lives as long as its field
  }
  for (const listener of listeners) listener();
}

/** A shared computer keeps no texts of whoever sat there before. */
export function forgetOtherDrafts(memberId: number): void {
  try {
    const own = `${prefix}:${memberId}:`;
    const others = Object.keys(localStorage).filter(
      (key) => key.startsWith(`${prefix}:`) && !key.startsWith(own),
    );
    for (const key of others) localStorage.removeItem(key);
  } catch {
    return; // storage is switched off: nothing was kept
  }
}

/** Calls back when a draft changes, in this tab or in another. */
export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
