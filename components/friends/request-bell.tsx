"use client";

import { ActionIcon } from "@mantine/core";
import { IconBell, IconInbox } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { AcceptanceRows } from "#components/friends/acceptance-rows.tsx";
import { FriendRows } from "#components/friends/friend-rows.tsx";
import classes from "#components/friends/request-bell.module.css";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { EmptyState, NotLoaded, RowsSkeleton } from "#components/ui/list-states.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import type { Person } from "#lib/auth/schema.ts";
import { useAcceptances } from "#lib/friends/use-acceptances.ts";
import { useFriends } from "#lib/friends/use-friends.ts";
import { useFriendshipEvents } from "#lib/friends/use-friendship-events.ts";
import { usePendingCount, useUnseenAcceptances } from "#lib/friends/use-friend-counts.ts";
import { opensElsewhere } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";

const widthPx = 380;
/** The gap between the requests and the toasts beside them. */
const gapPx = 12;
const toastsEnd = "--kampus-toasts-end";

/**
 * Counts incoming requests and unseen acceptances, and opens them to be decided in place (S-HEADER).
 */
export function RequestBell() {
  const t = useTranslations("Friends");
  const [opened, setOpened] = useState(false);
  const count = usePendingCount();
  const accepted = useUnseenAcceptances();
  const bell = useRef<HTMLButtonElement>(null);
  useMakingRoom(opened, bell);
  useFriendshipEvents(useAcceptanceToast());
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={`min(${widthPx}px, calc(100vw - 16px))`}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          ref={bell}
          className={classes.bell}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={
            accepted > 0
              ? t("bellNews", { total: count + accepted, count, accepted })
              : t("bellCount", { count })
          }
          onClick={() => setOpened((open) => !open)}
        >
          <IconBell size={22} stroke={1.6} aria-hidden />
          <span className={classes.count} aria-hidden>
            <CountBadge count={count + accepted} />
          </span>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <Requests onLeave={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** While the requests are open below the end of the bell, toasts stand beside them (toaster.module.css). */
function useMakingRoom(opened: boolean, bell: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened || !bell.current) return;
    const { clientWidth, style } = document.documentElement;
    const bellEndPx = clientWidth - bell.current.getBoundingClientRect().right;
    style.setProperty(toastsEnd, `${bellEndPx + widthPx + gapPx}px`);
    return () => void style.removeProperty(toastsEnd);
  }, [opened, bell]);
}

/** The newest incoming requests, which wait for an answer, and acceptances of the member's own; the page of requests has the rest. */
function Requests({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("Friends");
  const requests = useFriends("incoming");
  const acceptances = useAcceptances();
  const rows = acceptances.isPending ? undefined : requests.rows;
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
        <NotLoaded
          query={requests.query}
          skeleton={<RowsSkeleton rows={2} />}
          waits={acceptances.isPending}
        />
        {rows?.length === 0 && acceptances.rows.length === 0 && acceptances.failure === null && (
          <EmptyState
            Icon={IconInbox}
            title={t("emptyIncoming")}
            action={
              <RouteLink route={routes.findPeople()} className={classes.all} onClick={onLeave}>
                {t("findPeople")}
              </RouteLink>
            }
          />
        )}
        {rows && rows.length > 0 && (
          <FriendRows box="incoming" rows={rows} onDecided={() => place.current?.focus()} />
        )}
        {rows && <AcceptanceRows acceptances={acceptances} />}
      </div>
    </>
  );
}

/** Shows a toast when somebody accepts a request of the member, once in each tab, with a link to that person. */
function useAcceptanceToast(): (by: Person) => void {
  const t = useTranslations("Friends");
  const goTo = useGoTo();
  return ({ id, fullname }) => {
    const route = routes.member(id);
    const follow = (event: MouseEvent<HTMLAnchorElement>) => {
      // Toasts stand outside the surfaces, where a plain link would reload the page.
      if (opensElsewhere(event)) return;
      event.preventDefault();
      goTo(route);
    };
    const name = (
      <RouteLink route={route} onClick={follow}>
        {fullname}
      </RouteLink>
    );
    showSuccess(t("requestAccepted"), t.rich("nowFriends", { name: () => name }), `accepted-${id}`);
  };
}
