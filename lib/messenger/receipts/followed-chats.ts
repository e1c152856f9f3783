/** Chats whose end is on the screen in this tab, so that it scrolls along with arriving messages. */
const followed = new Set<number>();

export function setFollowed(chatId: number, atEnd: boolean): void {
  if (atEnd) followed.add(chatId);
  else followed.delete(chatId);
}

export const isFollowed = (chatId: number) => followed.has(chatId);
