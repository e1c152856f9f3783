"use client";

import { useTranslations } from "next-intl";
import { Suggested } from "#app/[locale]/profile/suggested.tsx";
import classes from "./suggested-below.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useFriendCounts } from "#lib/friends/friend-counts.ts";
import { useFriends } from "#lib/friends/friends-of-box.ts";
import type { FriendBox } from "#lib/friends/queries.ts";
import { routes } from "#lib/routes.ts";

/** Of as many friends the list is short, and who has them is likely to be new here. */
const fewFriends = 12;
const suggestedMax = 3;

/** Below a list that leaves room: whom the member may know. */
export function SuggestedBelow({ current }: { current: FriendBox }) {
  const t = useTranslations("People");
  const { friends } = useFriendCounts();
  const list = useFriends(current);
  const isListKnown = (list.rows && !list.isSearching) ?? list.failure !== null;
  if (friends === undefined) return null;
  if (current !== "incoming" && friends > fewFriends) return null;
  return (
    // Until it is known how high the list is, it would be pushed down.
    <div className={classes.below} hidden={!isListKnown}>
      <Suggested
        firstMax={suggestedMax}
        action={
          <RouteLink route={routes.findPeople()} className={classes.all}>
            {t("allSuggestions")}
          </RouteLink>
        }
      />
    </div>
  );
}
