"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { FriendshipRefresh } from "#app/[locale]/friendship-refresh.tsx";
import { MemberShell } from "#app/[locale]/member-shell.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";

/** The frame of the profile surface. Pages of members show their skeleton in it from the first paint. */
export function ProfileShell({ children }: { children: ReactNode }) {
  const segment = useSelectedLayoutSegment();
  const own = segment === null;
  const isProfile = own || segment === "users";
  return (
    <MemberShell layout="page" waiting={isProfile ? <ProfileSkeleton own={own} /> : undefined}>
      <FriendshipRefresh />
      {children}
    </MemberShell>
  );
}
