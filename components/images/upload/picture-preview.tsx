"use client";

import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import classes from "#components/images/upload/image-uploader.module.css";
import { useShownFile } from "#lib/browser/use-shown-file.ts";

interface PicturePreviewProps {
  content: Blob;
  /** Called when the browser cannot show it. */
  onUnreadable?: () => void;
}

/** Decorative, because the name stands beside it. */
export function PicturePreview({ content, onUnreadable }: PicturePreviewProps) {
  const [unreadable, setUnreadable] = useState<Blob | null>(null);
  const show = useShownFile(content);
  if (unreadable === content) return <IconPhotoOff size={22} stroke={1.6} aria-hidden="true" />;
  return (
    // eslint-disable-next-line @next/next/no-img-element -- it is on this device
    <img
      ref={show}
      alt=""
      className={classes.thumb}
      onError={() => {
        setUnreadable(content);
        onUnreadable?.();
      }}
    />
  );
}
