"use client";

import { useState } from "react";
import { AttachedDocument } from "#components/messenger/attachments/attached-document.tsx";
import classes from "#components/messenger/attachments/attachments.module.css";
import type { Media } from "#lib/files/schema.ts";

/** Of a video whose size is not known. */
const usualRatio = 16 / 9;
const ratioMin = 0.75;

/** Plays where it stands; nothing of it is fetched before, but its first frame where no picture of it is kept. */
export function AttachedVideo({ file }: { file: Media }) {
  const [failed, setFailed] = useState<string | null>(null);
  // Its address may have ended: a new one is tried.
  const unplayable = failed === file.url;
  if (unplayable) return <AttachedDocument file={file} broken />;
  const { url, thumb_url, width, height, name } = file;
  const ratio = width && height ? Math.max(width / height, ratioMin) : usualRatio;
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- what members send has none
    <video
      className={classes.video}
      style={{ aspectRatio: ratio }}
      src={url}
      poster={thumb_url ?? undefined}
      preload={thumb_url === null ? "metadata" : "none"}
      controls
      playsInline
      aria-label={name}
      onError={() => setFailed(file.url)}
    />
  );
}
