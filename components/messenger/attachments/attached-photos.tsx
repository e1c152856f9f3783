"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconDownload, IconPhotoOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "#components/messenger/attachments/attachments.module.css";
import { useMessageActions } from "#components/messenger/actions/message-actions-context.ts";
import { PhotoMosaic } from "#components/messenger/attachments/photo-mosaic.tsx";
import type { Media } from "#lib/files/schema.ts";
import { downloadUrl } from "#lib/files/download-url.ts";

/** The pictures of a message; each opens the viewer with all of them. */
export function AttachedPhotos({ photos }: { photos: readonly Media[] }) {
  const { viewPhotos } = useMessageActions();
  return (
    <PhotoMosaic
      photos={photos}
      renderPhoto={({ photo, index, share }) => (
        <Photo
          key={photo.id}
          photo={photo}
          position={{ index, total: photos.length }}
          share={share}
          onOpen={() => viewPhotos(photos, index)}
        />
      )}
    />
  );
}

interface PhotoProps {
  photo: Media;
  position: { index: number; total: number };
  /** Its share of the width of its row. */
  share: number;
  onOpen: () => void;
}

function Photo({ photo, position: { index, total }, share, onOpen }: PhotoProps) {
  const t = useTranslations("Bubble");
  const [broken, setBroken] = useState<string | null>(null);
  const source = shownUrl(photo, share === 1);
  const label = t(total > 1 ? "photoOf" : "photo", { number: index + 1, total });
  if (broken === source)
    return (
      <a
        href={downloadUrl(photo)}
        download={photo.name}
        className={classes.photo}
        style={{ flexGrow: share }}
        title={photo.name}
        data-broken
      >
        <IconPhotoOff size={24} stroke={1.6} aria-hidden="true" />
        <VisuallyHidden>{t("download")} </VisuallyHidden>
        <span className={classes.brokenName}>{photo.name}</span> <span>{t("broken")}</span>
        <IconDownload size={18} stroke={1.6} aria-hidden="true" />
      </a>
    );
  return (
    <button
      type="button"
      className={classes.photo}
      style={{ flexGrow: share }}
      aria-label={t("open", { name: label })}
      onClick={onOpen}
    >
      {/* eslint-disable-next-line @next/next/no-img-element -- the server has made the sizes already */}
      <img
        src={source}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBroken(source)}
      />
    </button>
  );
}

/** Types that may be animated; their thumbnails show one frame. */
const movable = new Set(["image/gif", "image/webp"]);

/**
 * Returns the address to show: the thumbnail, which is large enough for any bubble, unless the picture is animated and
 * alone in its row.
 */
function shownUrl({ url, thumb_url, mime }: Media, alone: boolean): string {
  return alone && movable.has(mime) ? url : (thumb_url ?? url);
}
