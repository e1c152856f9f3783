"use client";

import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTellAccepted } from "#components/friends/accepted-notice.tsx";
import classes from "#components/friends/request-bell.module.css";
import { RequestPopover } from "#components/friends/request-popover.tsx";
import { CountBadge } from "#components/ui/count-badge.tsx";
import { useFriendshipEvents } from "#lib/friends/friendship-events.ts";
import { usePendingCount } from "#lib/friends/friend-counts.ts";

const popoverMs = 150;

/** The requests that wait, to be accepted or rejected in place (specification §2, header auth widget). */
export function RequestBell() {
  const t = useTranslations("Friends");
  const [opened, setOpened] = useState(false);
  const count = usePendingCount();
  useFriendshipEvents(useTellAccepted());
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(380px, calc(100vw - 16px))"
      transitionProps={{ duration: popoverMs }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
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
