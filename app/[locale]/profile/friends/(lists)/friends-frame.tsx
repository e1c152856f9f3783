"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { SuggestedBelow } from "./suggested-below.tsx";
import { FriendsHead } from "#components/friends/friends-head.tsx";

/** What the three lists share; it stays while one goes from list to list. */
export function FriendsFrame({ children }: { children: ReactNode }) {
  const segment = useSelectedLayoutSegment();
  const current = segment === "incoming" || segment === "outgoing" ? segment : "friends";
  return (
    <>
      <FriendsHead current={current} />
      {children}
      <SuggestedBelow current={current} />
    </>
  );
}
