import { picturedChat } from "#components/messenger/pictured-chat.ts";
import { PersonAvatar } from "#components/ui/person-avatar.tsx";
import type { Chat } from "#lib/messenger/schema.ts";

const sizePx = 88;

/** The image of a group, else the letters of its title. */
export function MainPicture({ chat }: { chat: Chat }) {
  return <PersonAvatar person={picturedChat(chat)} size={sizePx} />;
}
