"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { createElement, type Ref, useRef, useState } from "react";
import type { DropAreaProps } from "#components/images/upload/drop-area.tsx";
import classes from "#components/images/upload/image-uploader.module.css";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import { formatFileSize } from "#lib/i18n/format.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

const readableTypes = "image/jpeg,image/png,image/webp,image/gif,image/avif";

interface ImageDropzoneProps extends DropAreaProps {
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

interface FileButtonProps {
  /** MIME types that the file dialog offers first; a phone converts its own format to one of them. */
  accept: string;
  label: string;
  onFiles: (files: File[]) => void;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** Opens the file dialog of the system. */
function FileButton({ accept, label, onFiles, ref }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button ref={ref} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = ""; // the same file may be chosen again
          onFiles(files);
        }}
      />
    </>
  );
}
