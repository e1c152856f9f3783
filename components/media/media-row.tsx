"use client";

import { ActionIcon } from "@mantine/core";
import { IconDownload, IconPlayerPlayFilled, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type RefCallback, useId, useState } from "react";
import { KindIcon } from "#components/media/kind-icon.tsx";
import classes from "#components/media/media-row.module.css";
import { usePlayback } from "#components/ui/viewer/use-playback.tsx";
import { formatFileSize } from "#lib/i18n/format.ts";
import { formatDate } from "#lib/i18n/format-date.ts";
import { downloadUrl, fileNameParts } from "#lib/files/download-url.ts";
import type { Media } from "#lib/files/schema.ts";

interface MediaRowProps {
  file: Media;
  /** Opens a picture in the viewer. */
  onOpen: () => void;
  onDelete?: (() => void) | undefined;
}

/** A file: pictures open, videos and audio play below, and everything can be downloaded. */
export function MediaRow({ file, onOpen, onDelete }: MediaRowProps) {
  const t = useTranslations("Media");
  const playerId = useId();
  const [playing, setPlaying] = useState(false);
  const { name } = file;
  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <Opener
          file={file}
          player={{ id: playerId, open: playing, toggle: () => setPlaying(!playing) }}
          onOpen={onOpen}
        />
        <div className={classes.actions}>
          <a
            href={downloadUrl(file)}
            download={name}
            className={classes.action}
            aria-label={t("download", { name })}
            title={t("download", { name })}
          >
            <IconDownload size={20} stroke={1.7} aria-hidden="true" />
          </a>
          {onDelete && (
            <ActionIcon
              aria-label={t("delete", { name })}
              title={t("delete", { name })}
              onClick={onDelete}
            >
              <IconTrash size={20} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      </div>
      {playing && <MediaPlayer id={playerId} file={file} />}
    </li>
  );
}

interface OpenerProps extends Pick<MediaRowProps, "file" | "onOpen"> {
  player: { id: string; open: boolean; toggle: () => void };
}

/** The part of the row that opens or plays the file. */
function Opener({ file, player, onOpen }: OpenerProps) {
  const t = useTranslations("Media");
  const { name, kind } = file;
  const content = <FileText file={file} />;
  if (kind === "document")
    return (
      <a href={downloadUrl(file)} download={name} className={classes.opener}>
        {content}
      </a>
    );
  const plays = kind !== "image";
  return (
    <button
      type="button"
      className={classes.opener}
      aria-label={t(plays ? (player.open ? "close" : "play") : "open", { name })}
      aria-expanded={plays ? player.open : undefined}
      aria-controls={player.open ? player.id : undefined}
      onClick={plays ? player.toggle : onOpen}
    >
      {content}
    </button>
  );
}

function FileText({ file }: { file: Media }) {
  const { name, size, created_at } = file;
  return (
    <>
      <MediaThumb file={file} />
      <span className={classes.text}>
        <FileName name={name} />
        <span className={classes.detail}>
          <span className={classes.whole}>{formatFileSize(size)} ·</span>{" "}
          <span className={classes.whole}>{formatDate(created_at)}</span>
        </span>
      </span>
    </>
  );
}

/** A long name is cut before its extension, which shows the kind of the file. */
function FileName({ name }: { name: string }) {
  const { stem, extension } = fileNameParts(name);
  return (
    <span className={classes.name} title={name}>
      <span className={classes.stem}>{stem}</span>
      {extension && <span className={classes.extension}>{extension}</span>}
    </span>
  );
}

interface MediaPlayerProps {
  id: string;
  file: Media;
}

/** On a phone the player opens below the visible part of the page. */
const bringIntoView: RefCallback<HTMLMediaElement> = (player) =>
  player?.scrollIntoView({ block: "nearest" });

/** Plays a video or audio file below its row, and starts at once because the member pressed play. */
function MediaPlayer({ id, file }: MediaPlayerProps) {
  const t = useTranslations("Media");
  const { unplayable, interruption, events } = usePlayback(file.url);
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
    ...events,
  } as const;
  const poster = file.thumb_url ?? undefined;
  return (
    <>
      {file.kind === "video" ? (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what members upload has none
        <video {...player} playsInline poster={poster} className={classes.video} />
      ) : (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what members upload has none
        <audio {...player} className={classes.audio} />
      )}
      {interruption}
    </>
  );
}

/** Decorative, because the name stands beside it. */
function MediaThumb({ file }: { file: Media }) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = file.thumb_url === broken ? null : file.thumb_url;
  return (
    <span className={classes.thumb} data-kind={file.kind} aria-hidden="true">
      {picture === null ? (
        <KindIcon kind={file.kind} />
      ) : (
        // eslint-disable-next-line @next/next/no-img-element -- the server has made the thumbnail already
        <img
          className={classes.picture}
          src={picture}
          alt=""
          width={56}
          height={56}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(picture)}
        />
      )}
      {picture !== null && file.kind === "video" && (
        <span className={classes.play}>
          <IconPlayerPlayFilled size={14} />
        </span>
      )}
    </span>
  );
}
