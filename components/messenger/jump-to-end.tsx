"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "#components/messenger/jump-to-end.module.css";
import { CountBadge } from "#components/ui/count-badge.tsx";

/** Back to the newest message, with the number of unread ones that are below the screen. */
export function JumpToEnd({ unread, onJump }: { unread: number; onJump: () => void }) {
  const t = useTranslations("Messenger");
  return (
    <button
      type="button"
      className={classes.root}
      aria-label={unread > 0 ? t("toEndCount", { count: unread }) : t("toEnd")}
      onClick={onJump}
    >
      <IconChevronDown size={22} stroke={1.8} aria-hidden="true" />
      <span className={classes.count} aria-hidden="true">
        <CountBadge count={unread} />
      </span>
    </button>
  );
}
