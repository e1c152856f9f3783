"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { FriendsHead } from "#components/friends/friends-head.tsx";
import { statisticsQuery } from "#lib/profile/queries.ts";

/** What the three lists share; it stays while one goes from list to list. */
export function FriendsFrame({ children }: { children: ReactNode }) {
  const segment = useSelectedLayoutSegment();
  const statistics = useQuery(statisticsQuery(useLocale()));
  const current = segment === "incoming" || segment === "outgoing" ? segment : "friends";
  return (
    <>
      <FriendsHead current={current} friends={statistics.data?.friends} />
      {children}
    </>
  );
}
