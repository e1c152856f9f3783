"use client";

import "@mantine/dropzone/styles.layer.css";
import { Dropzone } from "@mantine/dropzone";
import { useTranslations } from "next-intl";
import { layers } from "#components/layout/interface-constants.ts";
import classes from "#components/images/upload/image-uploader.module.css";

export interface DropAreaProps {
  /** Whether files can be dropped. */
  active: boolean;
  onFiles: (files: File[]) => void;
}

/** Covers the window while files are dragged over it. The server refuses files that are no images, with a reason. */
export function DropArea({ active, onFiles }: DropAreaProps) {
  const t = useTranslations("ImageSettings");
  return (
    <Dropzone.FullScreen
      active={active}
      activateOnKeyboard={false}
      classNames={{
        fullScreen: classes.dropScreen,
        root: classes.dropArea,
        inner: classes.dropText,
      }}
      zIndex={layers.overlay}
      aria-hidden="true"
      onDrop={onFiles}
    >
      {t("dropNow")}
    </Dropzone.FullScreen>
  );
}
