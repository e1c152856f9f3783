"use client";

import { useTranslations } from "next-intl";
import { type RefCallback, useState } from "react";
import classes from "#components/media/media-row.module.css";
import type { Media } from "#lib/files/schema.ts";

interface MediaPlayerProps {
  id: string;
  file: Media;
}

/** On a phone it opens below what the screen shows. */
const bringIntoView: RefCallback<HTMLMediaElement> = (player) =>
  player?.scrollIntoView({ block: "nearest" });

/** A video or audio file in its place among the others; it begins by itself, for it was asked to. */
export function MediaPlayer({ id, file }: MediaPlayerProps) {
  const t = useTranslations("Media");
  const [unplayable, setUnplayable] = useState(false);
  if (unplayable)
    return (
      <p id={id} role="alert" className={classes.unplayable}>
        {t("unplayable")}
      </p>
    );
  const player = {
    ref: bringIntoView,
    id,
    src: file.url,
    controls: true,
    autoPlay: true,
    preload: "metadata",
    "aria-label": file.name,
    onError: () => setUnplayable(true),
  } as const;
  return file.kind === "video" ? (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- what members upload has none
    <video {...player} playsInline poster={file.thumb_url ?? undefined} className={classes.video} />
  ) : (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- what members upload has none
    <audio {...player} className={classes.audio} />
  );
}
