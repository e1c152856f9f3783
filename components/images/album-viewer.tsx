"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { OwnImageActions } from "#components/images/own-image-actions.tsx";
import { ImageViewer } from "#components/ui/overlays/image-viewer.tsx";
import { formatDay } from "#lib/i18n/format.ts";
import type { ProfileImage } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** So many images before the last loaded one, the next page is asked for. */
const aheadMin = 6;

/** The image that is looked at, and where it was last: it may be deleted, or others come before it. */
export interface Viewed {
  id: number;
  index: number;
}

interface AlbumViewerProps {
  memberId: number | null;
  viewed: Viewed;
  onView: (viewed: Viewed) => void;
  onClose: () => void;
}

/** The images of a member over the whole window; more pages come as one goes on. */
export function AlbumViewer({ memberId, viewed, onView, onClose }: AlbumViewerProps) {
  const t = useTranslations("Images");
  const { images = [], total, hasMore, moreFailure, more } = useImages(memberId);
  const index = positionOf(viewed, images);
  const image = images[index];
  useEffect(() => {
    if (!image) onClose();
  }, [image, onClose]);
  const isNearEnd = hasMore && moreFailure === null && index >= images.length - aheadMin;
  useEffect(() => {
    if (isNearEnd) more();
  });
  const pictures = useMemo(
    () =>
      images.map(({ url, width, height, created_at }) => {
        return { url, width, height, alt: t("alt", { date: formatDay(created_at) }) };
      }),
    [images, t],
  );
  if (!image) return null;
  return (
    <ImageViewer
      pictures={pictures}
      index={index}
      total={Math.max(total, images.length)}
      actions={memberId === null && <OwnImageActions image={image} />}
      onIndex={(next) => {
        const shown = images[next];
        if (shown) onView({ id: shown.id, index: next });
      }}
      onClose={onClose}
    />
  );
}

function positionOf({ id, index }: Viewed, images: readonly ProfileImage[]): number {
  const found = images.findIndex((image) => image.id === id);
  return found >= 0 ? found : Math.min(index, images.length - 1);
}
