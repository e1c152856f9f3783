"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useFriendshipChanged } from "#lib/friends/friendship-events.ts";
import { peopleKey } from "#lib/people/queries.ts";
import { profileKey } from "#lib/members/profile-key.ts";

/** Asks anew for what other features tell of friendships, whenever one has changed. */
export function FriendshipUpkeep() {
  const client = useQueryClient();
  useFriendshipChanged((where) => {
    void client.invalidateQueries({ queryKey: profileKey });
    // What was decided here already shows on the buttons: the pages that were found need no reading again.
    const refetchType = where === "here" ? "none" : "active";
    void client.invalidateQueries({ queryKey: peopleKey, refetchType });
  });
  return null;
}
