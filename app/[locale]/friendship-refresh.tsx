"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useFriendshipChanged } from "#lib/friends/use-friendship-events.ts";
import { allClassesKey } from "#lib/members/all-classes-key.ts";
import { profileKey } from "#lib/members/profile-key.ts";
import { peopleKey } from "#lib/people/queries.ts";

/** Refetches what other features show of friendships, whenever one has changed. */
export function FriendshipRefresh() {
  const client = useQueryClient();
  useFriendshipChanged((where) => {
    void client.invalidateQueries({ queryKey: profileKey });
    // The buttons already show what the member decided on this page, so the found persons need no refetch.
    const refetchType = where === "here" ? "none" : "active";
    void client.invalidateQueries({ queryKey: peopleKey, refetchType });
    void client.invalidateQueries({ queryKey: allClassesKey, refetchType });
  });
  return null;
}
