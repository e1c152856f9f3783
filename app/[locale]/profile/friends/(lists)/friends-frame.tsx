"use client";

import { useTranslations } from "next-intl";
import { useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import classes from "./friends-frame.module.css";
import { Suggested } from "#app/[locale]/profile/suggested.tsx";
import { FriendsHead } from "#components/friends/friends-head.tsx";
import { AllLink } from "#components/ui/section-head.tsx";
import { useFriendCounts } from "#lib/friends/use-friend-counts.ts";
import { useFriends } from "#lib/friends/use-friends.ts";
import type { FriendBox } from "#lib/friends/queries.ts";
import { routes } from "#lib/routes.ts";

/** What the three lists of friends and requests share; it stays mounted while the member switches between them. */
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

/** A member with at most this many friends has a short list and is likely to be new. */
const fewFriends = 12;
const suggestedMax = 3;

/** Suggestions below a list that is short enough to leave room for them. */
function SuggestedBelow({ current }: { current: FriendBox }) {
  const t = useTranslations("People");
  const { friends } = useFriendCounts();
  const list = useFriends(current);
  const isListKnown = (list.rows && !list.isSearching) ?? list.query.error !== null;
  if (friends === undefined) return null;
  if (current !== "incoming" && friends > fewFriends) return null;
  return (
    // It stays hidden until the list has its height, which would push it down.
    <div className={classes.below} hidden={!isListKnown}>
      <Suggested
        firstMax={suggestedMax}
        action={
          <AllLink route={routes.findPeople()} marginBlock={-10}>
            {t("allSuggestions")}
          </AllLink>
        }
      />
    </div>
  );
}
