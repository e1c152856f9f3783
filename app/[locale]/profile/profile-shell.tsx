"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { MemberShell } from "#app/[locale]/member-shell.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";
import { useFriendshipChanged } from "#lib/friends/use-friendship-events.ts";
import { profileKey } from "#lib/members/profile-key.ts";
import { peopleKey } from "#lib/people/queries.ts";

/** The frame of the profile surface. Pages of members show their skeleton in it from the first paint. */
export function ProfileShell({ children }: { children: ReactNode }) {
  const segment = useSelectedLayoutSegment();
  const own = segment === null;
  const isProfile = own || segment === "users";
  return (
    <MemberShell
      layout="page"
      open={segment === "objects"}
      waiting={isProfile ? <ProfileSkeleton own={own} /> : undefined}
    >
      <FriendshipRefresh />
      {children}
    </MemberShell>
  );
}

/** Refetches what other features show of friendships, whenever one has changed. */
function FriendshipRefresh() {
  const client = useQueryClient();
  useFriendshipChanged((where) => {
    void client.invalidateQueries({ queryKey: profileKey });
    // The buttons already show what the member decided on this page, so the found persons need no refetch.
    const refetchType = where === "here" ? "none" : "active";
    void client.invalidateQueries({ queryKey: peopleKey, refetchType });
  });
  return null;
}
