import { AttachedAudio } from "#components/messenger/attached-audio.tsx";
import { AttachedDocument } from "#components/messenger/attachments/attached-document.tsx";
import { AttachedPhotos } from "#components/messenger/attachments/attached-photos.tsx";
import { AttachedVideo } from "#components/messenger/attached-video.tsx";
import classes from "#components/messenger/attachments/attachments.module.css";
import type { Media } from "#lib/files/schema.ts";
import { photosWidth } from "#lib/messenger/attachments/photo-layout.ts";

/** Px. */
const playerWidth = 360;

/** The files of a message: first what is looked at, then what is listened to, then the rest. */
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

/** How wide a message with these files is, px; null: as wide as its text. */
export function attachmentsWidth(
  files: readonly Pick<Media, "kind" | "width" | "height">[],
): number | null {
  if (files.length === 0) return null;
  const isPhotosOnly = files.every(({ kind }) => kind === "image");
  if (isPhotosOnly) return photosWidth(files);
  return playerWidth;
}
