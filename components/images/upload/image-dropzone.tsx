"use client";

import { useTranslations } from "next-intl";
import { createElement, type Ref, useState } from "react";
import type { DropAreaProps } from "#components/images/upload/drop-area.tsx";
import { FileButton } from "#components/images/file-button.tsx";
import classes from "#components/images/upload/image-uploader.module.css";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { formatFileSize } from "#lib/i18n/format.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

const readableTypes = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface ImageDropzoneProps extends DropAreaProps {
  /** Of the button. */
  buttonRef: Ref<HTMLButtonElement>;
}

/** The button to choose files; where there is a mouse, they may also be dropped. */
export function ImageDropzone({ buttonRef, ...props }: ImageDropzoneProps) {
  const t = useTranslations("ImageSettings");
  const [canDrag] = useState(() => window.matchMedia("(any-pointer: fine)").matches);
  return (
    <div className={classes.zone}>
      <FileButton
        ref={buttonRef}
        accept={readableTypes}
        label={t("choose")}
        onFiles={props.onFiles}
      />
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
