"use client";

import { IconFileText, IconMusic, IconPhotoOff, IconVideo } from "@tabler/icons-react";
import classes from "#components/messenger/composer/composer-files.module.css";
import { useShownFile } from "#lib/browser/use-shown-file.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

const icons = { image: IconPhotoOff, video: IconVideo, audio: IconMusic, document: IconFileText };

interface FilePreviewProps {
  attachment: OutgoingAttachment;
  /** Called when the browser cannot show the picture; without it, the kind of the file is shown. */
  onBroken?: (() => void) | undefined;
}

/** Shows the picture itself; for any other file its kind. */
export function FilePreview({ attachment, onBroken }: FilePreviewProps) {
  const { file, kind } = attachment;
  const show = useShownFile(file);
  if (kind === "image" && onBroken)
    return (
      // eslint-disable-next-line @next/next/no-img-element -- a file of this browser
      <img ref={show} className={classes.picture} alt={attachment.name} onError={onBroken} />
    );
  const Icon = icons[kind];
  return (
    <span className={classes.icon}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
    </span>
  );
}
