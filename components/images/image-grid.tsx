"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import classes from "#components/images/image-grid.module.css";
import { formatDate } from "#lib/i18n/format-date.ts";
import type { ProfileImage } from "#lib/images/schema.ts";

/** The width in pixels of the files that the server makes for a grid. */
const thumbEdgePx = 360;

interface ImageGridProps {
  images: readonly ProfileImage[];
  /** Two lines of the newest images. */
  preview?: boolean;
  onOpen: (index: number) => void;
  /** The actions on an image; `number` counts from 1. */
  renderActions?: (image: ProfileImage, number: number) => ReactNode;
}

export function ImageGrid({ images, preview = false, onOpen, renderActions }: ImageGridProps) {
  const t = useTranslations("Images");
  return (
    <div
      className={classes.place}
      data-preview={preview || undefined}
      data-roomy={Boolean(renderActions) || undefined}
    >
      <ul className={classes.grid} aria-label={t("title")}>
        {images.map((image, index) => (
          <li key={image.id} className={classes.tile}>
            <Thumb
              image={image}
              label={t("open", { number: index + 1, date: formatDate(image.created_at) })}
              onOpen={() => onOpen(index)}
            />
            {renderActions && image.is_main && <span className={classes.badge}>{t("main")}</span>}
            {renderActions?.(image, index + 1)}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ThumbProps {
  image: ProfileImage;
  label: string;
  onOpen: () => void;
}

/** A blur of a few pixels stands in for the picture until it has loaded. */
function Thumb({ image, label, onOpen }: ThumbProps) {
  const [hasCome, setHasCome] = useState(false);
  const blur = hasCome ? undefined : `url("${image.placeholder}")`;
  return (
    <button
      type="button"
      className={classes.open}
      style={{ backgroundImage: blur }}
      aria-label={label}
      data-image={image.id}
      onClick={onOpen}
    >
      {/* eslint-disable-next-line @next/next/no-img-element -- the server has made the size already */}
      <img
        className={classes.picture}
        src={image.thumb_url}
        alt=""
        width={thumbEdgePx}
        height={thumbEdgePx}
        loading="lazy"
        decoding="async"
        onLoad={() => setHasCome(true)}
      />
    </button>
  );
}

interface ImageGridSkeletonProps {
  count: number;
  preview?: boolean;
  roomy?: boolean;
}

export function ImageGridSkeleton({
  count,
  preview = false,
  roomy = false,
}: ImageGridSkeletonProps) {
  const t = useTranslations("Images");
  return (
    <div
      role="status"
      aria-label={t("loading")}
      className={classes.place}
      data-preview={preview || undefined}
      data-roomy={roomy || undefined}
    >
      <div className={classes.grid}>
        {Array.from({ length: count }, (_, index) => (
          <span key={index} className={classes.tile}>
            <span className={classes.blank} />
          </span>
        ))}
      </div>
    </div>
  );
}
