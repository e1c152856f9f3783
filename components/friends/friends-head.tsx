"use client";

import { Button } from "@mantine/core";
import { IconRefresh, IconUserSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import classes from "#components/friends/friends-head.module.css";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useFriendCounts, useFriendCountsFailure } from "#lib/friends/use-friend-counts.ts";
import type { FriendBox } from "#lib/friends/queries.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { routes } from "#lib/routes.ts";

export function FriendsHead({ current }: { current: FriendBox }) {
  const t = useTranslations("Friends");
  return (
    <div className={classes.head}>
      <h1 className={classes.title}>{t("title")}</h1>
      <Button
        component={RouteLink}
        route={routes.findPeople()}
        variant="default"
        leftSection={<IconUserSearch size={18} stroke={1.8} aria-hidden="true" />}
      >
        {t("findPeople")}
      </Button>
      <FriendsTabs current={current} />
      <CountsFailure />
    </div>
  );
}

const tabs = [
  { box: "friends", label: "tabFriends", route: routes.friends() },
  { box: "incoming", label: "tabIncoming", route: routes.friendRequests() },
  { box: "outgoing", label: "tabOutgoing", route: routes.sentRequests() },
] as const;

function FriendsTabs({ current }: { current: FriendBox }) {
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

/** The tabs work without their counts; a line below them says why these are missing, with a button to retry. */
function CountsFailure() {
  const t = useTranslations();
  const { hasFailed, isRetrying, retry } = useFriendCountsFailure();
  const place = useRef<HTMLSpanElement>(null);
  const hadFailed = useRef(hasFailed);
  useEffect(() => {
    // The button that had the focus is unmounted.
    if (hadFailed.current && !hasFailed && document.activeElement === document.body)
      place.current?.parentElement?.querySelector<HTMLElement>("[aria-current]")?.focus();
    hadFailed.current = hasFailed;
  }, [hasFailed]);
  if (!hasFailed) return <span ref={place} hidden />;
  return (
    <div role="status" className={classes.failure}>
      {t("Friends.countsFailed")}
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.retry}
        // Not disabled during a retry, because it would lose the focus.
        aria-busy={isRetrying}
        aria-label={t("Friends.retryCounts")}
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        onClick={() => {
          if (!isRetrying) retry();
        }}
      >
        {t("Layout.retry")}
      </Button>
    </div>
  );
}

function countText(count: number | undefined): string {
  return count === undefined ? "" : formatNumber(count);
}
