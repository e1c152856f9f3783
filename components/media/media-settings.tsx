"use client";

import { IconFiles } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { MediaRows, MediaRowsSkeleton } from "#components/media/media-rows.tsx";
import classes from "#components/media/media-settings.module.css";
import { MediaUploader } from "#components/media/media-uploader.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { EmptyState, NotLoaded } from "#components/ui/list-states.tsx";
import { LoadMore, moreOf } from "#components/ui/lists/load-more.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { useOutcomeToasts } from "#components/ui/toasts/use-outcome-toasts.ts";
import type { Media } from "#lib/files/schema.ts";
import { formatFileSize } from "#lib/i18n/format.ts";
import { useDeleteMedia } from "#lib/media/use-delete-media.ts";
import type { MediaRoom } from "#lib/media/media-pages.ts";
import { useMedia } from "#lib/media/use-media.ts";

/** The member's own files: the used quota, an uploader, and the list. */
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

/** The share of the quota that the member's files take; an empty bar of the same size until it is known. */
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

const skeletonRows = 3;

/** All of the member's files, with buttons to delete them. */
function OwnMedia({ files, query }: ReturnType<typeof useMedia>) {
  const t = useTranslations("Media");
  const place = useRef<HTMLDivElement>(null);
  const remove = useDeletion(() => place.current?.focus());
  return (
    <div ref={place} tabIndex={-1} style={{ outline: "none" }}>
      <NotLoaded query={query} skeleton={<MediaRowsSkeleton rows={skeletonRows} />} />
      {files?.length === 0 && !query.hasNextPage && (
        <EmptyState Icon={IconFiles} title={t("emptyOwn")} />
      )}
      {files && files.length > 0 && (
        <MediaRows files={files} onDelete={(file) => void remove(file)} />
      )}
      <LoadMore {...moreOf(query)} />
    </div>
  );
}

/** `onGone` gives the focus another place, because the pressed button disappears with the file. */
function useDeletion(onGone: () => void) {
  const t = useTranslations("Media");
  const confirm = useConfirm();
  const { mutate } = useDeleteMedia(useOutcomeToasts());
  return async (file: Media) => {
    if (!(await confirm(t("deleteQuestion", { name: file.name }), { danger: true }))) return;
    mutate(file);
    onGone();
  };
}
