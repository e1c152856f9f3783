"use client";

import { useState } from "react";
import { AttachedDocument } from "#components/messenger/attachments/attached-document.tsx";
import classes from "#components/messenger/attachments/attachments.module.css";
import type { Media } from "#lib/files/schema.ts";

/** Its name, to be kept, and a player. */
export function AttachedAudio({ file }: { file: Media }) {
  const [failed, setFailed] = useState<string | null>(null);
  // Its address may have ended: a new one is tried.
  const unplayable = failed === file.url;
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
          onError={() => setFailed(file.url)}
        />
      )}
    </div>
  );
}
