"use client";

import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTellAccepted } from "#components/friends/accepted-notice.tsx";
import classes from "#components/friends/request-bell.module.css";
import { RequestPopover } from "#components/friends/request-popover.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { useFriendshipEvents } from "#lib/friends/friendship-events.ts";
import { usePendingCount } from "#lib/friends/friend-counts.ts";

const widthPx = 380;
/** Between the requests and what comes beside them. */
const gapPx = 12;

/** The requests that wait, to be accepted or rejected in place (specification §2, header auth widget). */
export function RequestBell() {
  const t = useTranslations("Friends");
  const [opened, setOpened] = useState(false);
  const count = usePendingCount();
  const bell = useRef<HTMLButtonElement>(null);
  useMakingRoom(opened, bell);
  useFriendshipEvents(useTellAccepted());
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
          aria-label={t("bellCount", { count })}
          onClick={() => setOpened((open) => !open)}
        >
          <IconBell size={22} stroke={1.6} aria-hidden />
          <span className={classes.count} aria-hidden>
            <CountBadge count={count} />
          </span>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <RequestPopover onLeave={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Notices come beside the requests meanwhile, which hang from the end of the bell (toaster.module.css). */
function useMakingRoom(opened: boolean, bell: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!opened || !bell.current) return;
    const { clientWidth, style } = document.documentElement;
    const bellEndPx = clientWidth - bell.current.getBoundingClientRect().right;
    style.setProperty(noticesEnd, `${bellEndPx + widthPx + gapPx}px`);
    return () => void style.removeProperty(noticesEnd);
  }, [opened, bell]);
}

const noticesEnd = "--kampus-notices-end";
