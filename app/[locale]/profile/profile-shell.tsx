"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { MemberShell } from "#app/[locale]/member-shell.tsx";
import { ProfileSkeleton } from "#components/profile/profile-skeleton.tsx";

/** The frame of the surface; the pages of members stand in it in their own shape from the first paint. */
export function ProfileShell({ children }: { children: ReactNode }) {
  const segment = useSelectedLayoutSegment();
  const own = segment === null;
  const isProfile = own || segment === "users";
  return (
    <MemberShell layout="page" waiting={isProfile ? <ProfileSkeleton own={own} /> : undefined}>
      {children}
    </MemberShell>
  );
}
