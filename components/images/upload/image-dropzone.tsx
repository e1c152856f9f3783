"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { createElement, type Ref, useState } from "react";
import type { DropAreaProps } from "#components/images/upload/drop-area.tsx";
import classes from "#components/images/upload/image-uploader.module.css";
import { readableImageTypes, useFileInput } from "#components/ui/controls/use-file-input.tsx";
import { useOnDemand } from "#components/ui/on-demand/use-on-demand.ts";
import { formatFileSize } from "#lib/i18n/format.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

interface ImageDropzoneProps extends DropAreaProps {
  buttonRef: Ref<HTMLButtonElement>;
}

/** The button to choose files; where there is a mouse, they may also be dropped. */
export function ImageDropzone({ buttonRef, ...props }: ImageDropzoneProps) {
  const t = useTranslations("ImageSettings");
  const label = t("choose");
  const { open, input } = useFileInput({
    label,
    multiple: true,
    accept: readableImageTypes,
    onFiles: props.onFiles,
  });
  const [canDrag] = useState(() => window.matchMedia("(any-pointer: fine)").matches);
  return (
    <div className={classes.zone}>
      <Button ref={buttonRef} onClick={open}>
        {label}
      </Button>
      {input}
      <p className={classes.hint}>
        {canDrag && `${t("dropHint")} `}
        {t("formatsHint", { size: formatFileSize(imageBytesMax) })}
      </p>
      {canDrag && <DropAreaOnDemand {...props} />}
    </div>
  );
}

const fetchDropArea = async () =>
  (await import("#components/images/upload/drop-area.tsx")).DropArea;

function DropAreaOnDemand(props: DropAreaProps) {
  const dropArea = useOnDemand(fetchDropArea, () => undefined);
  return dropArea && createElement(dropArea, props);
}
