"use client";

import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useState } from "react";
import { KindIcon } from "#components/media/kind-icon.tsx";
import classes from "#components/media/media-thumb.module.css";
import type { Media } from "#lib/files/schema.ts";

/** Decorative: the name stands beside it. */
export function MediaThumb({ file }: { file: Media }) {
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
