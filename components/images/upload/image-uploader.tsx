"use client";

import { useWindowEvent } from "@mantine/hooks";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ChosenPictures } from "#components/images/upload/chosen-pictures.tsx";
import { CropPicture } from "#components/images/crop/crop-picture.tsx";
import { ImageDropzone } from "#components/images/upload/image-dropzone.tsx";
import classes from "#components/images/upload/image-uploader.module.css";
import { PicturePreview } from "#components/images/upload/picture-preview.tsx";
import { Card } from "#components/ui/card.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { UploadList } from "#components/ui/lists/upload-list.tsx";
import { useMember } from "#lib/auth/auth-context.tsx";
import { formatFileSize } from "#lib/i18n/format.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { type ChosenPicture, chosenPictureOf, useImageUploads } from "#lib/images/image-uploads.ts";
import { canBeRead } from "#lib/images/render-picture.ts";
import { imageBytesMax, imagesMax } from "#lib/images/schema.ts";
import { useImages } from "#lib/images/use-images.ts";

/** Takes new images by button, drop and paste. */
export function ImageUploader() {
  const t = useTranslations("ImageSettings");
  const member = useMember();
  const { total } = useImages(null);
  const { chosen, cropping, refused, ...files } = useChosenPictures();
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

/** The picture in the crop dialog; `alone` when it is uploaded as soon as it is cropped. */
interface Cropping {
  picture: ChosenPicture;
  alone: boolean;
}

/** Handles chosen files: a single one is offered for cropping, several wait until they are uploaded together. */
function useChosenPictures() {
  const { uploads } = useImageUploads();
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  const [refused, setRefused] = useState<Refusals>({ tooLarge: [], unreadable: [] });

  const take = async (files: readonly File[]) => {
    const { pictures, uncroppable, ...refusals } = await sorted(files);
    setRefused(refusals);
    const [only] = pictures;
    if (pictures.length > 1 || chosen.length > 0) setChosen((before) => [...before, ...pictures]);
    else if (only && !uncroppable.has(only)) setCropping({ picture: only, alone: true });
    else uploads.add(pictures);
  };
  const finishCropping = (cut: ChosenPicture) => {
    setCropping(null);
    if (cropping?.alone) uploads.add([cut]);
    else setChosen((before) => before.map((picture) => (picture.key === cut.key ? cut : picture)));
  };
  return {
    chosen,
    cropping,
    refused,
    take: (files: readonly File[]) => {
      if (!cropping && files.length > 0) void take(files);
    },
    crop: (picture: ChosenPicture) => setCropping({ picture, alone: false }),
    finishCropping,
    giveUpCropping: () => setCropping(null),
    remove: ({ key }: ChosenPicture) =>
      setChosen((before) => before.filter((picture) => picture.key !== key)),
    clear: () => setChosen([]),
    upload: () => {
      uploads.add(chosen);
      setChosen([]);
    },
  };
}

/** Names of files that are not sent: the server would refuse them only after the upload. */
interface Refusals {
  /** Also for the browser to make them smaller. */
  tooLarge: readonly string[];
  unreadable: readonly string[];
}

/** Decodes each file once. A picture that only the server can read is `uncroppable` here. */
async function sorted(files: readonly File[]) {
  const pictures: ChosenPicture[] = [];
  const uncroppable = new Set<ChosenPicture>();
  const tooLarge: string[] = [];
  const unreadable: string[] = [];
  for (const file of files)
    if (await canBeRead(file)) pictures.push(chosenPictureOf(file));
    else if (file.size > imageBytesMax) tooLarge.push(file.name);
    else if (isReadByServerAlone(file)) {
      const picture = chosenPictureOf(file);
      pictures.push(picture);
      uncroppable.add(picture);
    } else unreadable.push(file.name);
  return { pictures, uncroppable, tooLarge, unreadable };
}

/** The one accepted format that not every browser reads. */
const isReadByServerAlone = ({ type }: File) => type === "image/avif";
