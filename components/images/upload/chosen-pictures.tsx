"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconCrop, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import classes from "#components/images/upload/chosen-pictures.module.css";
import { PicturePreview } from "#components/images/upload/picture-preview.tsx";
import type { ChosenPicture } from "#lib/images/image-uploads.ts";

interface ChosenPicturesProps {
  pictures: readonly ChosenPicture[];
  onCrop: (picture: ChosenPicture) => void;
  onRemove: (picture: ChosenPicture) => void;
  onUpload: () => void;
  onCancel: () => void;
}

/** Several pictures before they are sent. */
export function ChosenPictures({
  pictures,
  onCrop,
  onRemove,
  onUpload,
  onCancel,
}: ChosenPicturesProps) {
  const t = useTranslations("ImageSettings");
  const count = pictures.length;
  const list = useRef<HTMLUListElement>(null);
  return (
    <section className={classes.root} aria-labelledby="chosen-images">
      <h3 id="chosen-images" className={classes.title}>
        {t("chosenTitle", { count })}
      </h3>
      <p className={classes.hint}>{t("chosenHint")}</p>
      <ul ref={list} tabIndex={-1} className={classes.list} aria-labelledby="chosen-images">
        {pictures.map((picture) => (
          <ChosenPictureTile
            key={picture.key}
            picture={picture}
            onCrop={() => onCrop(picture)}
            onRemove={() => {
              // The pressed button is unmounted with its picture.
              list.current?.focus();
              onRemove(picture);
            }}
          />
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onUpload}>{t("uploadChosen", { count })}</Button>
        <Button variant="default" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </section>
  );
}

interface ChosenPictureTileProps {
  picture: ChosenPicture;
  onCrop: () => void;
  onRemove: () => void;
}

function ChosenPictureTile({
  picture: { name, content },
  onCrop,
  onRemove,
}: ChosenPictureTileProps) {
  const t = useTranslations("ImageSettings");
  const [unreadable, setUnreadable] = useState(false);
  return (
    <li>
      <div className={classes.preview}>
        <PicturePreview content={content} onUnreadable={() => setUnreadable(true)} />
      </div>
      <p className={classes.name} title={name}>
        {name}
      </p>
      <div className={classes.actions}>
        <ActionIcon
          aria-label={t("cropOf", { name })}
          title={t(unreadable ? "unreadable" : "apply")}
          disabled={unreadable}
          onClick={onCrop}
        >
          <IconCrop size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={t("removeOf", { name })} onClick={onRemove}>
          <IconX size={20} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </div>
    </li>
  );
}
