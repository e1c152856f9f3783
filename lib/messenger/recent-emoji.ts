/** The emoji that a member picked last, kept in this browser, newest first. */

const recentMax = 32;

const keyOf = (memberId: number) => `emoji:${memberId}`;

export function readRecentEmoji(memberId: number): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === "string") : [];
  } catch {
    return []; // storage is switched off, or somebody else wrote there
  }
}

export function keepRecentEmoji(memberId: number, emoji: string): void {
  const others = readRecentEmoji(memberId).filter((known) => known !== emoji);
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify([emoji, ...others].slice(0, recentMax)));
  } catch {
    return; // storage is full or switched off: there are no recent ones
  }
}
