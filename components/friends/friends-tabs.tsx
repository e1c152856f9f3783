"use client";

import { useTranslations } from "next-intl";
import classes from "#components/friends/friends-tabs.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { formatNumber } from "#lib/i18n/format.ts";
import { useFriendCounts } from "#lib/friends/friend-counts.ts";
import type { FriendBox } from "#lib/friends/queries.ts";
import { routes } from "#lib/routes.ts";

const tabs = [
  { box: "friends", label: "tabFriends", route: routes.friends() },
  { box: "incoming", label: "tabIncoming", route: routes.friendRequests() },
  { box: "outgoing", label: "tabOutgoing", route: routes.sentRequests() },
] as const;

export function FriendsTabs({ current }: { current: FriendBox }) {
  const t = useTranslations("Friends");
  const counts = useFriendCounts();
  return (
    <nav aria-label={t("tabs")} className={classes.tabs}>
      {tabs.map(({ box, label, route }) => (
        <RouteLink
          key={box}
          route={route}
          className={classes.tab}
          aria-current={box === current ? "page" : undefined}
        >
          {t(label)} <span className={classes.count}>{countText(counts[box])}</span>
        </RouteLink>
      ))}
    </nav>
  );
}

function countText(count: number | undefined): string {
  return count === undefined ? "" : formatNumber(count);
}
