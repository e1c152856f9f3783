"use client";

import { useState } from "react";
import { type ChosenPicture, chosenPictureOf, useImageUploads } from "#lib/images/image-uploads.ts";
import { canBeRead } from "#lib/images/render-picture.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

/** The picture in the crop dialog; `alone` when it is uploaded as soon as it is cropped. */
interface Cropping {
  picture: ChosenPicture;
  alone: boolean;
}

/** Handles chosen files: a single one is offered for cropping, several wait until they are uploaded together. */
export function useChosenPictures() {
  const { uploads } = useImageUploads();
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  /** Names of files that are too large and that the browser cannot make smaller. */
  const [refused, setRefused] = useState<readonly string[]>([]);

  const take = async (files: readonly File[]) => {
    const { pictures, tooLarge } = await sorted(files);
    setRefused(tooLarge);
    const [only] = pictures;
    if (pictures.length > 1 || chosen.length > 0) setChosen((before) => [...before, ...pictures]);
    else if (only && (await canBeRead(only.content))) setCropping({ picture: only, alone: true });
    // The server refuses what the browser cannot read, with a reason.
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

async function sorted(files: readonly File[]) {
  const pictures: ChosenPicture[] = [];
  const tooLarge: string[] = [];
  for (const file of files)
    if (file.size <= imageBytesMax || (await canBeRead(file))) pictures.push(chosenPictureOf(file));
    else tooLarge.push(file.name);
  return { pictures, tooLarge };
}
