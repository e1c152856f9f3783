"use client";

import { AttachedDocument } from "#components/messenger/attachments/attached-document.tsx";
import { AttachedPhotos } from "#components/messenger/attachments/attached-photos.tsx";
import classes from "#components/messenger/attachments/attachments.module.css";
import { usePlayback } from "#components/ui/viewer/use-playback.tsx";
import type { Media } from "#lib/files/schema.ts";
import { photosWidth } from "#lib/messenger/attachments/photo-layout.ts";

/** In px. */
const playerWidth = 360;

/** The files of a message: pictures, videos, audio, then the rest. */
export function Attachments({ files }: { files: readonly Media[] }) {
  const photos = files.filter(({ kind }) => kind === "image");
  const of = (wanted: Media["kind"]) => files.filter(({ kind }) => kind === wanted);
  return (
    <div className={classes.root}>
      {photos.length > 0 && <AttachedPhotos photos={photos} />}
      {of("video").map((file) => (
        <AttachedVideo key={file.id} file={file} />
      ))}
      {of("audio").map((file) => (
        <AttachedAudio key={file.id} file={file} />
      ))}
      {of("document").map((file) => (
        <AttachedDocument key={file.id} file={file} />
      ))}
    </div>
  );
}

/** The width of a message with these files, in px; null: as wide as its text. */
export function attachmentsWidth(
  files: readonly Pick<Media, "kind" | "width" | "height">[],
): number | null {
  if (files.length === 0) return null;
  const isPhotosOnly = files.every(({ kind }) => kind === "image");
  if (isPhotosOnly) return photosWidth(files);
  return playerWidth;
}

/** The shape that is assumed for a video of unknown size. */
const usualRatio = 16 / 9;
const ratioMin = 0.75;

/**
 * A video that plays in the bubble. Before it plays, only its first frame is fetched, and only if the server has no
 * thumbnail.
 */
function AttachedVideo({ file }: { file: Media }) {
  const { unplayable, interruption, events } = usePlayback(file.url);
  if (unplayable) return <AttachedDocument file={file} broken />;
  const { url, thumb_url, width, height, name } = file;
  const ratio = width && height ? Math.max(width / height, ratioMin) : usualRatio;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what members send has none */}
      <video
        className={classes.video}
        style={{ aspectRatio: ratio }}
        src={url}
        poster={thumb_url ?? undefined}
        preload={thumb_url === null ? "metadata" : "none"}
        controls
        playsInline
        aria-label={name}
        {...events}
      />
      {interruption}
    </>
  );
}

/** A player, below the name by which the file is downloaded. */
function AttachedAudio({ file }: { file: Media }) {
  const { unplayable, interruption, events } = usePlayback(file.url);
  return (
    <div className={classes.listened}>
      <AttachedDocument file={file} broken={unplayable} />
      {!unplayable && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what members send has none
        <audio
          className={classes.audio}
          src={file.url}
          preload="none"
          controls
          aria-label={file.name}
          {...events}
        />
      )}
      {interruption}
    </div>
  );
}
