"use client";

import { useTranslations } from "next-intl";
import classes from "#components/media/media-settings.module.css";
import { formatFileSize } from "#lib/i18n/format.ts";
import type { MediaRoom } from "#lib/media/media-pages.ts";

/** How much of their room the member's files take; until that is known its place is kept. */
export function MediaRoomBar({ room }: { room: MediaRoom | undefined }) {
  const t = useTranslations("Media");
  if (!room) return <div className={classes.room} />;
  const { used, quota } = room;
  const percent = Math.min(100, (used / Math.max(quota, 1)) * 100);
  const usedText = t("roomUsed", { used: formatFileSize(used), quota: formatFileSize(quota) });
  return (
    <div className={classes.room}>
      <div
        role="meter"
        aria-label={t("room")}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={usedText}
        className={classes.track}
        data-full={used >= quota || undefined}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
      <p className={classes.roomText}>
        <span>{usedText}</span>
        <span>{t("roomLeft", { left: formatFileSize(Math.max(0, quota - used)) })}</span>
      </p>
    </div>
  );
}
