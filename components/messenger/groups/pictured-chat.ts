import type { PicturedPerson } from "#components/ui/people/person-avatar.tsx";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { initialsOfTitle } from "#lib/members/person.ts";

/** Whom the picture of a chat shows: the other member of a private chat, else the group itself. */
export const picturedChat = ({ peer, id, title, image }: Chat): PicturedPerson =>
  peer ?? { id, fullname: title, image, initials: initialsOfTitle(title) };
