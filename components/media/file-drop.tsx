"use client";

import "@mantine/dropzone/styles.layer.css";
import { Button } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import classes from "#components/media/media-settings.module.css";
import { formatFileSize } from "#lib/i18n/format.ts";
import { mediaBytesMax, pictureBytesMax } from "#lib/files/schema.ts";

/** Takes files of any kind, several at once: chosen by the button or, where there is a mouse, dropped. */
export function FileDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslations("Media");
  const open = useRef<() => void>(null);
  const [canDrag] = useState(() => window.matchMedia("(any-pointer: fine)").matches);
  return (
    <Dropzone
      openRef={open}
      onDrop={onFiles}
      // Only the button inside opens the file dialog, so that there is one focusable element.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ "aria-label": t("choose") }}
      classNames={{ root: classes.drop, inner: classes.dropInner }}
    >
      <Button
        leftSection={<IconUpload size={18} stroke={1.8} aria-hidden="true" />}
        onClick={() => open.current?.()}
      >
        {t("choose")}
      </Button>
      {canDrag && (
        <span className={classes.dropText}>
          <Dropzone.Idle>{t("dropHere")}</Dropzone.Idle>
          <Dropzone.Accept>{t("dropNow")}</Dropzone.Accept>
        </span>
      )}
      <span className={classes.kinds}>
        {t("kinds", {
          max: formatFileSize(mediaBytesMax),
          picture: formatFileSize(pictureBytesMax),
        })}
      </span>
    </Dropzone>
  );
}
