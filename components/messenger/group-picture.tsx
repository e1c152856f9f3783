import { picturedChat } from "#components/messenger/groups/pictured-chat.ts";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";

const sizePx = 88;

/** The image of a group, else the letters of its title. */
export function MainPicture({ chat }: { chat: Chat }) {
  return <PersonAvatar person={picturedChat(chat)} size={sizePx} />;
}
