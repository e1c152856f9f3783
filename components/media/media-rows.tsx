"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { MediaRow } from "#components/media/media-row.tsx";
import classes from "#components/media/media-row.module.css";
import type { ImageViewerProps } from "#components/ui/viewer/image-lightbox.tsx";
import { ImageViewer } from "#components/ui/viewer/image-viewer.tsx";
import type { Media } from "#lib/files/schema.ts";

interface MediaRowsProps {
  files: readonly Media[];
  onDelete?: (file: Media) => void;
}

type Viewed = Pick<ImageViewerProps, "pictures" | "index">;

/** A focusable list of files, whose pictures open in one viewer. */
export function MediaRows({ files, onDelete }: MediaRowsProps) {
  const t = useTranslations("Media");
  // The pictures stay the same while the viewer is open.
  const [viewed, setViewed] = useState<Viewed | null>(null);
  const open = (file: Media) => {
    const images = files.filter(({ kind }) => kind === "image");
    setViewed({
      pictures: images.map(({ url, name }) => ({ url, alt: name })),
      index: images.indexOf(file),
    });
  };
  return (
    <div className={classes.place}>
      <ul tabIndex={-1} className={classes.rows} aria-label={t("title")}>
        {files.map((file) => (
          <MediaRow
            key={file.id}
            file={file}
            onOpen={() => open(file)}
            onDelete={onDelete && (() => onDelete(file))}
          />
        ))}
      </ul>
      {viewed && (
        <ImageViewer
          {...viewed}
          onIndex={(index) => setViewed({ ...viewed, index })}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}

/** Rows of the real shape while the list loads. */
export function MediaRowsSkeleton({ rows }: { rows: number }) {
  const t = useTranslations("Media");
  return (
    <div role="status" aria-label={t("loading")} className={classes.rows}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={classes.row}>
          <span className={classes.opener}>
            <span className={classes.skeletonThumb} />
            <span className={classes.text}>
              <span
                className={classes.skeletonLine}
                style={{ width: `${48 + ((row * 17) % 34)}%` }}
              />
              <span className={classes.skeletonLine} style={{ width: "34%" }} />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
