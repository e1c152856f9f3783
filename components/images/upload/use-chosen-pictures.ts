"use client";

import { useState } from "react";
import { type Picture, pictureOf, useImageUploads } from "#lib/images/image-uploads.ts";
import { canBeRead } from "#lib/images/render-picture.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

/** A picture under the frame; `alone` when it goes to the server as soon as it is cut. */
interface Cropping {
  picture: Picture;
  alone: boolean;
}

/** What becomes of chosen files: one is offered to be cropped, several wait until they are sent together. */
export function useChosenFiles() {
  const { uploads } = useImageUploads();
  const [chosen, setChosen] = useState<readonly Picture[]>([]);
  const [cropping, setCropping] = useState<Cropping | null>(null);
  /** Names of files that are too large and that the browser cannot make smaller. */
  const [refused, setRefused] = useState<readonly string[]>([]);

  const take = async (files: readonly File[]) => {
    const { pictures, tooLarge } = await sorted(files);
    setRefused(tooLarge);
    const [only] = pictures;
    if (pictures.length > 1 || chosen.length > 0) setChosen((before) => [...before, ...pictures]);
    else if (only && (await canBeRead(only.content))) setCropping({ picture: only, alone: true });
    // The server knows more than the browser, and says what is wrong with it.
    else uploads.add(pictures);
  };
  const finishCropping = (cut: Picture) => {
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
    crop: (picture: Picture) => setCropping({ picture, alone: false }),
    finishCropping,
    giveUpCropping: () => setCropping(null),
    remove: ({ key }: Picture) =>
      setChosen((before) => before.filter((picture) => picture.key !== key)),
    clear: () => setChosen([]),
    upload: () => {
      uploads.add(chosen);
      setChosen([]);
    },
  };
}

async function sorted(files: readonly File[]) {
  const pictures: Picture[] = [];
  const tooLarge: string[] = [];
  for (const file of files)
    if (file.size <= imageBytesMax || (await canBeRead(file))) pictures.push(pictureOf(file));
    else tooLarge.push(file.name);
  return { pictures, tooLarge };
}
