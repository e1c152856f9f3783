"use client";

import { useWindowEvent } from "@mantine/hooks";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { ChosenPictures } from "#components/images/upload/chosen-pictures.tsx";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import { ImageDropzone } from "#components/images/upload/image-dropzone.tsx";
import classes from "#components/images/upload/image-uploader.module.css";
import { PicturePreview } from "#components/images/upload/picture-preview.tsx";
import { type Refusals, useChosenPictures } from "#components/images/upload/use-chosen-pictures.ts";
import { Card } from "#components/ui/card.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { useLeaveWarning } from "#components/ui/forms/use-leave-warning.ts";
import { CheckingFiles } from "#components/ui/lists/checking-files.tsx";
import { UploadList } from "#components/ui/lists/upload-list.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { formatFileSize } from "#lib/i18n/format.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { useImageUploads } from "#lib/images/image-uploads.ts";
import { imageBytesMax, imagesMax } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** Takes new images by button, drop and paste. */
export function ImageUploader() {
  const t = useTranslations("ImageSettings");
  const member = useMember();
  const { total } = useImages(null);
  const { chosen, cropping, isChecking, refused, ...files } = useChosenPictures();
  useLeaveWarning(isChecking || cropping !== null || chosen.length > 0);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isFull = total >= imagesMax;
  /** Their buttons are unmounted with the last of them. */
  const leaveChosen = () => chooseButton.current?.focus();
  usePastedFiles((pasted) => {
    if (!isFull) files.take(pasted);
  });
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
      <CheckingFiles isBusy={isChecking} />
      <Refused {...refused} />
      {chosen.length > 0 && (
        <ChosenPictures
          pictures={chosen}
          onCrop={files.crop}
          onRemove={(picture) => {
            if (chosen.length === 1) leaveChosen();
            files.remove(picture);
          }}
          onUpload={() => {
            leaveChosen();
            files.upload();
          }}
          onCancel={() => {
            leaveChosen();
            files.clear();
          }}
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

function Refused({ tooLarge, unreadable }: Refusals) {
  const t = useTranslations();
  const size = formatFileSize(imageBytesMax);
  const texts = [
    tooLarge.length > 0 && t("ImageSettings.tooLarge", { size, names: tooLarge.join(", ") }),
    unreadable.length > 0 && t("ImageSettings.unreadableFiles", { names: unreadable.join(", ") }),
  ].filter((text) => text !== false);
  return texts.map((text) => (
    <div key={text} className={classes.refused}>
      <FailureAlert title={t("Site.error")} text={text} />
    </div>
  ));
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

/** Uploads under way, then how many are done. */
function ImageUploadList() {
  const t = useTranslations();
  const { uploads, items } = useImageUploads();
  const isBusy = uploads.isBusy();
  const shown = items.filter(({ state }) => isBusy || state !== "done");
  const doneCount = items.filter(({ state }) => state === "done").length;
  return (
    <>
      {shown.length > 0 && (
        <div className={classes.uploads}>
          <UploadList
            label={t("Uploads.list")}
            uploads={uploads}
            items={shown}
            nameOf={({ name }) => name}
            previewOf={({ content }) => <PicturePreview content={content} />}
          />
        </div>
      )}
      <p role="status" className={classes.status}>
        {!isBusy && doneCount > 0 && (
          <>
            <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
            {t("ImageSettings.uploadedCount", { count: doneCount })}
          </>
        )}
      </p>
    </>
  );
}
