"use client";

import { useWindowEvent } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ChosenPictures } from "#components/images/upload/chosen-pictures.tsx";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import { ImageDropzone } from "#components/images/upload/image-dropzone.tsx";
import { ImageUploadList } from "#components/images/upload/image-upload-list.tsx";
import classes from "#components/images/upload/image-uploader.module.css";
import { useChosenPictures } from "#components/images/upload/use-chosen-pictures.ts";
import { Card } from "#components/ui/card.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { formatFileSize, formatNumber } from "#lib/i18n/format.ts";
import { imageBytesMax, imagesMax } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** Takes new images by button, drop and paste. */
export function ImageUploader() {
  const t = useTranslations("ImageSettings");
  const title = useTranslations("Site")("error");
  const member = useMember();
  const { total } = useImages(null);
  const { chosen, cropping, refused, ...files } = useChosenPictures();
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isFull = total >= imagesMax;
  usePastedFiles((pasted) => {
    if (!isFull) files.take(pasted);
  });
  const tooLarge = { size: formatFileSize(imageBytesMax), names: refused.join(", ") };
  return (
    <Card as="section" aria-labelledby="new-images">
      <h2 id="new-images" className={classes.title}>
        {t("addTitle")}
      </h2>
      {isFull ? (
        <p className={classes.hint}>{t("limitReached", { count: formatNumber(total) })}</p>
      ) : (
        <ImageDropzone buttonRef={chooseButton} active={!cropping} onFiles={files.take} />
      )}
      {refused.length > 0 && (
        <div className={classes.refused}>
          <FailureAlert title={title} text={t("tooLarge", tooLarge)} />
        </div>
      )}
      {chosen.length > 0 && (
        <ChosenPictures
          pictures={chosen}
          onCrop={files.crop}
          onRemove={files.remove}
          onUpload={files.upload}
          onCancel={files.clear}
        />
      )}
      <ImageUploadList />
      {cropping && (
        <CropPicture
          {...cropping}
          // The first becomes the main one, which is shown as a circle.
          square={member.image === null}
          openerRef={chooseButton}
          onDone={files.finishCropping}
          onClose={files.giveUpCropping}
        />
      )}
    </Card>
  );
}

/** Takes files pasted anywhere on the page; pasted text goes to its field as usual. */
function usePastedFiles(onFiles: (files: File[]) => void): void {
  useWindowEvent("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
}
