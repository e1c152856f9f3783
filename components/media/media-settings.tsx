"use client";

import { useTranslations } from "next-intl";
import { OwnMedia } from "#components/media/own-media.tsx";
import classes from "#components/media/media-settings.module.css";
import { MediaUploader } from "#components/media/media-uploader.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { formatFileSize } from "#lib/i18n/format.ts";
import type { MediaRoom } from "#lib/media/media-pages.ts";
import { useMedia } from "#lib/media/use-media.ts";

/** The member's own files: what they take, adding to them, and the list. */
export function MediaSettings() {
  const t = useTranslations("Media");
  const media = useMedia(null);
  return (
    <>
      <SettingsCard title={t("uploadTitle")}>
        <MediaUploader room={media.room} />
        <MediaRoomBar room={media.room} />
      </SettingsCard>
      <SettingsCard title={t("listTitle")}>
        <OwnMedia {...media} />
      </SettingsCard>
    </>
  );
}

/** How much of the quota the member's files take; an empty bar of the same size until that is known. */
function MediaRoomBar({ room }: { room: MediaRoom | undefined }) {
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
