"use client";

import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { MediaPlayer } from "#components/media/media-player.tsx";
import classes from "#components/media/media-row.module.css";
import { MediaThumb } from "#components/media/media-thumb.tsx";
import { IconButton } from "#components/ui/controls/icon-button.tsx";
import { formatFileSize } from "#lib/i18n/format.ts";
import { formatDate } from "#lib/i18n/format-date.ts";
import { downloadUrl } from "#lib/media/download-url.ts";
import type { Media } from "#lib/files/schema.ts";

interface MediaRowProps {
  file: Media;
  /** Shows a picture larger. */
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
            <IconButton
              aria-label={t("delete", { name })}
              title={t("delete", { name })}
              onClick={onDelete}
            >
              <IconTrash size={20} stroke={1.7} aria-hidden="true" />
            </IconButton>
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

/** All of the row but its buttons. */
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

/** However long it is, it ends with what tells the kind of the file. */
function FileName({ name }: { name: string }) {
  const extension = /(?<=.)\.[^.\s]{1,8}$/.exec(name)?.[0] ?? "";
  return (
    <span className={classes.name} title={name}>
      <span className={classes.stem}>{name.slice(0, name.length - extension.length)}</span>
      {extension && <span className={classes.extension}>{extension}</span>}
    </span>
  );
}
