import type { PicturedPerson } from "#components/ui/people/person-avatar.tsx";
import type { ChatClass } from "#lib/members/class-key.ts";
import { classSignOf } from "#lib/members/class-sign.ts";
import { initialsOfTitle } from "#lib/members/person.ts";

interface PicturedChat {
  id: number;
  title: string;
  image: PicturedPerson["image"];
  class?: ChatClass | null | undefined;
  /** The other member of a private chat. */
  peer: PicturedPerson | null;
}

/** Whom the picture of a chat shows: the other member of a private chat, else the group itself or its class. */
export function picturedChat({ peer, id, title, image, ...chat }: PicturedChat): PicturedPerson {
  if (peer) return peer;
  const group = { id, fullname: title, image, initials: initialsOfTitle(title) };
  if (!chat.class) return group;
  const { object_id: objectId, start, end } = chat.class;
  const { text, seed } = classSignOf({ objectId, start, end });
  return { ...group, initials: text, signSeed: seed };
}
