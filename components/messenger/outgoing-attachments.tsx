"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { FilePreview, useShownFile } from "#components/messenger/file-preview.tsx";
import classes from "#components/messenger/outgoing-attachments.module.css";
import { formatFileSize } from "#lib/format.ts";
import { useOutbox, useUploadProgress } from "#lib/messenger/outbox-context.tsx";
import type { OutgoingAttachment } from "#lib/messenger/outgoing.ts";

interface OutgoingAttachmentsProps {
  attachments: readonly OutgoingAttachment[];
  /** Of their message. */
  clientId: string;
}

/** The files of a message on its way: how far they are, and how to take one out of it. */
export function OutgoingAttachments({ attachments, clientId }: OutgoingAttachmentsProps) {
  const pictures = attachments.filter(({ kind }) => kind === "image");
  return (
    <ul className={classes.root}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className={classes.item} data-kind={attachment.kind}>
          {attachment.kind === "image" && pictures.length === 1 ? (
            <Picture attachment={attachment} />
          ) : (
            <FilePreview attachment={attachment} />
          )}
          <Progress attachment={attachment} />
          {attachment.media === null && <Cancel attachment={attachment} clientId={clientId} />}
        </li>
      ))}
    </ul>
  );
}

/** Its room is kept before it is drawn. */
function Picture({
  attachment: { file, name, width, height },
}: {
  attachment: OutgoingAttachment;
}) {
  const show = useShownFile(file);
  return (
    <span className={classes.picture} style={{ aspectRatio: `${width ?? 4} / ${height ?? 3}` }}>
      {/* eslint-disable-next-line @next/next/no-img-element -- a file of this browser */}
      <img ref={show} alt={name} />
    </span>
  );
}

function Progress({ attachment }: { attachment: OutgoingAttachment }) {
  const t = useTranslations("Messenger");
  const { id, name, sizeBytes, media, failure } = attachment;
  const progress = useUploadProgress(id);
  const sentBytes = Math.min(progress?.sentBytes ?? 0, sizeBytes);
  const percent = media ? 100 : Math.floor((sentBytes / Math.max(sizeBytes, 1)) * 100);
  const sizes = { sent: formatFileSize(sentBytes), total: formatFileSize(sizeBytes), percent };
  const text = media ? sizes.total : progress ? t("uploadSent", sizes) : sizes.total;
  return (
    <span className={classes.about}>
      <span className={classes.name} title={name}>
        {name}
      </span>
      {progress && (
        <span
          role="progressbar"
          aria-label={t("uploadProgress", { name })}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuetext={text}
          className={classes.bar}
        >
          <span style={{ width: `${percent}%` }} />
        </span>
      )}
      <span className={classes.detail} data-failed={failure !== null || undefined}>
        {failure ?? text}
      </span>
    </span>
  );
}

function Cancel({ attachment, clientId }: { attachment: OutgoingAttachment; clientId: string }) {
  const t = useTranslations("Messenger");
  const outbox = useOutbox();
  const label = t("uploadCancel", { name: attachment.name });
  return (
    <button
      type="button"
      className={classes.cancel}
      aria-label={label}
      title={label}
      onClick={() => outbox.removeAttachment(clientId, attachment.id)}
    >
      <IconX size={18} stroke={2} aria-hidden="true" />
    </button>
  );
}
