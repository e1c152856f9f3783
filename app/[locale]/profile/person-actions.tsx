"use client";

import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import type { FriendshipStatus, Person } from "#lib/auth/schema.ts";
import { useFriendshipStatus } from "#lib/friends/friendship-status.ts";

interface PersonActionsProps {
  /** `askedAt` (ms): as of when the status holds. */
  person: Pick<Person, "id" | "fullname"> & { status: FriendshipStatus; askedAt: number };
}

/** What can be done about somebody in a list: a friend is written to, anybody else may become one. */
export function PersonActions({ person }: PersonActionsProps) {
  const status = useFriendshipStatus(person.id, person);
  return (
    <>
      {status === "friends" && <MessageButton person={person} inList />}
      <FriendshipActions person={person} known={person} />
    </>
  );
}
