"use client";

import { MessageButton } from "#app/[locale]/profile/message-button.tsx";
import { FriendshipActions } from "#components/friends/friendship-actions.tsx";
import type { FriendshipStatus, Person } from "#lib/auth/schema.ts";
import { useFriendshipStatus } from "#lib/friends/use-friendship-status.ts";

interface PersonActionsProps {
  /** `requestedAt` (ms) is when the status was requested. */
  person: Pick<Person, "id" | "fullname"> & { status: FriendshipStatus; requestedAt: number };
}

/** The buttons for a person in a list: write to a friend, add anybody else. */
export function PersonActions({ person }: PersonActionsProps) {
  const status = useFriendshipStatus(person.id, person);
  return (
    <>
      {status === "friends" && <MessageButton person={person} inList />}
      <FriendshipActions person={person} known={person} />
    </>
  );
}
