"use client";

import { useTranslations } from "next-intl";
import { MediaList } from "#components/media/media-list.tsx";
import { MediaRoomBar } from "#components/media/media-room-bar.tsx";
import { MediaUploader } from "#components/media/media-uploader.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
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
        <MediaList media={media} />
      </SettingsCard>
    </>
  );
}
