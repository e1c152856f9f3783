"use client";

import { IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { ImageViewer } from "#components/ui/viewer/image-viewer.tsx";
import { ViewerButton } from "#components/ui/viewer/viewer-button.tsx";
import type { Media } from "#lib/files/schema.ts";
import { downloadUrl } from "#lib/files/download-url.ts";

interface PhotoViewerProps {
  photos: readonly Media[];
  /** The picture that is shown first. */
  index: number;
  onClose: () => void;
}

/** The pictures of one message over the whole window. */
export function PhotoViewer({ photos, index: first, onClose }: PhotoViewerProps) {
  const t = useTranslations("Bubble");
  const [index, setIndex] = useState(first);
  const pictures = useMemo(
    () =>
      photos.map(({ url, width, height }, place) => ({
        url,
        alt: t("photoOf", { number: place + 1, total: photos.length }),
        width: width ?? undefined,
        height: height ?? undefined,
      })),
    [photos, t],
  );
  const shown = photos[index];
  return (
    <ImageViewer
      pictures={pictures}
      index={index}
      actions={
        shown && (
          <ViewerButton aria-label={t("downloadPhoto")} onClick={() => download(shown)}>
            <IconDownload size={24} stroke={1.8} aria-hidden="true" />
          </ViewerButton>
        )
      }
      onIndex={setIndex}
      onClose={onClose}
    />
  );
}

function download(file: Media): void {
  const link = document.createElement("a");
  link.href = downloadUrl(file);
  link.download = file.name;
  link.click();
}
