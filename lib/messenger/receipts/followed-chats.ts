import { readFollowedChat, writeFollowedChat } from "#lib/browser/cookies.ts";

/** Chats whose end is on the screen in this tab, so that it scrolls along with arriving messages. */
const followed = new Set<number>();

export function setFollowed(chatId: number, atEnd: boolean): void {
  if (atEnd) followed.add(chatId);
  else followed.delete(chatId);
}

export const isFollowed = (chatId: number) => followed.has(chatId);

/**
 * Posts to the other tabs of the browser, on any surface, whether arriving messages of the chat are read at once in
 * this one.
 */
export function postFollowed(chatId: number, isReadAtOnce: boolean): void {
  if (isReadAtOnce) writeFollowedChat(String(chatId));
  else if (isFollowedElsewhere(chatId)) writeFollowedChat(null);
}

export const isFollowedElsewhere = (chatId: number) => readFollowedChat() === String(chatId);
