"use client";

import { IconInbox } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FriendRows } from "#components/friends/friend-rows.tsx";
import classes from "#components/friends/request-popover.module.css";
import { EmptyState, ErrorState, RowsSkeleton } from "#components/ui/list-states.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useFriends } from "#lib/friends/friends-of-box.ts";
import { routes } from "#lib/routes.ts";

/** The newest requests; the rest is on the page of requests. */
export function RequestPopover({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("Friends");
  const { rows, failure, retry } = useFriends("incoming");
  const place = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t("bell")}</h2>
        <RouteLink route={routes.friendRequests()} className={classes.all} onClick={onLeave}>
          {t("allRequests")}
        </RouteLink>
      </div>
      <div ref={place} tabIndex={-1} className={classes.list}>
        {rows === undefined && failure === null && <RowsSkeleton rows={2} />}
        {rows === undefined && failure !== null && <ErrorState message={failure} onRetry={retry} />}
        {rows?.length === 0 && (
          <EmptyState icon={<IconInbox size={28} stroke={1.5} />} title={t("emptyIncoming")} />
        )}
        {rows && rows.length > 0 && (
          <FriendRows box="incoming" rows={rows} onDecided={() => place.current?.focus()} />
        )}
      </div>
    </>
  );
}
