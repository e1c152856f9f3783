"use client";

import { IconPhotoOff, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import attachedClasses from "#components/messenger/attachments/attachments.module.css";
import { useConversation } from "#components/messenger/conversation/conversation-state.tsx";
import { focusBubble } from "#components/messenger/message/focus-bubble.ts";
import { FilePreview } from "#components/messenger/composer/file-preview.tsx";
import classes from "#components/messenger/attachments/outgoing-attachments.module.css";
import { PhotoMosaic } from "#components/messenger/attachments/photo-mosaic.tsx";
import { useShownFile } from "#lib/browser/use-shown-file.ts";
import { formatFileSize, percentOf } from "#lib/i18n/format.ts";
import { useOutbox, useUploadProgress } from "#lib/messenger/outbox/outbox-context.tsx";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

interface OutgoingAttachmentsProps {
  attachments: readonly OutgoingAttachment[];
  /** The `client_id` of their message. */
  clientId: string;
  hasText: boolean;
}

/** The files of a message on its way: their progress, and a button to remove one from the message. */
export function OutgoingAttachments({ attachments, clientId, hasText }: OutgoingAttachmentsProps) {
  const pictures = attachments.filter(({ kind }) => kind === "image");
  const others = attachments.filter(({ kind }) => kind !== "image");
  const cancel = (attachment: OutgoingAttachment) =>
    attachment.media === null && (
      <Cancel
        attachment={attachment}
        clientId={clientId}
        isAll={attachments.length === 1 && !hasText}
      />
    );
  return (
    <div className={attachedClasses.root}>
      {pictures.length > 0 && (
        <PhotoMosaic
          photos={pictures}
          renderPhoto={({ photo, share }) => (
            <Picture key={photo.id} attachment={photo} share={share}>
              {cancel(photo)}
            </Picture>
          )}
        />
      )}
      {others.map((attachment) => (
        <div key={attachment.id} className={classes.item}>
          <FilePreview attachment={attachment} />
          <Progress attachment={attachment} />
          {cancel(attachment)}
        </div>
      ))}
    </div>
  );
}

interface PictureProps {
  attachment: OutgoingAttachment;
  /** Its share of the width of its row. */
  share: number;
  children: ReactNode;
}

/** A picture in its final size, so that nothing moves when it is uploaded. */
function Picture({ attachment, share, children }: PictureProps) {
  const { file, name } = attachment;
  const [broken, setBroken] = useState(false);
  const show = useShownFile(file);
  return (
    <div
      className={attachedClasses.photo}
      style={{ flexGrow: share }}
      data-outgoing
      data-broken={broken || undefined}
    >
      {broken ? (
        <IconPhotoOff size={24} stroke={1.6} aria-hidden="true" />
      ) : (
        // eslint-disable-next-line @next/next/no-img-element -- a file of this browser
        <img ref={show} alt={name} onError={() => setBroken(true)} />
      )}
      <Progress attachment={attachment} />
      {children}
    </div>
  );
}

function Progress({ attachment }: { attachment: OutgoingAttachment }) {
  const t = useTranslations("Messenger");
  const { id, name, sizeBytes, media, failure } = attachment;
  const progress = useUploadProgress(id);
  const sentBytes = Math.min(progress?.sentBytes ?? 0, sizeBytes);
  const percent = media ? 100 : percentOf(sentBytes, sizeBytes);
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

interface CancelProps {
  attachment: OutgoingAttachment;
  clientId: string;
  /** Whether the message has nothing else, so that it is removed with the file. */
  isAll: boolean;
}

function Cancel({ attachment, clientId, isAll }: CancelProps) {
  const t = useTranslations("Messenger");
  const outbox = useOutbox();
  const { passFocusOn } = useConversation();
  const label = t("uploadCancel", { name: attachment.name });
  return (
    <button
      type="button"
      className={classes.cancel}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        if (isAll) passFocusOn();
        else focusBubble(currentTarget);
        outbox.removeAttachment(clientId, attachment.id);
      }}
    >
      <IconX size={18} stroke={2} aria-hidden="true" />
    </button>
  );
}
