import type { PicturedPerson } from "#components/ui/person-avatar.tsx";
import type { Chat } from "#lib/messenger/schema.ts";
import { initialsOfTitle } from "#lib/person.ts";

/** The other of a private chat, else the group itself, as pictures show them. */
export const picturedChat = ({ peer, id, title, image }: Chat): PicturedPerson =>
  peer ?? { id, fullname: title, image, initials: initialsOfTitle(title) };
