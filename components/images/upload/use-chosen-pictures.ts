"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createStore, useStore } from "#lib/browser/store.ts";
import { type ChosenPicture, chosenPictureOf, useImageUploads } from "#lib/images/image-uploads.ts";
import { canBeRead, mayServerRead } from "#lib/images/render-picture.ts";
import { imageBytesMax } from "#lib/images/schema.ts";

interface Choice {
  /** What waits until it is uploaded together. */
  chosen: readonly ChosenPicture[];
  /** The picture in the crop dialog; `alone` when it is uploaded as soon as it is cropped. */
  cropping: { picture: ChosenPicture; alone: boolean } | null;
  /** How many choices of files are being examined. */
  checking: number;
  /** How often everything chosen was given up: what was chosen before that is examined in vain. */
  givenUp: number;
}

const createChoice = () =>
  createStore<Choice>({
    chosen: [],
    cropping: null,
    checking: 0,
    givenUp: 0,
  });

const nothingRefused: Refusals = { tooLarge: [], unreadable: [] };

const ofDocument = new WeakMap<QueryClient, ReturnType<typeof createChoice>>();

/**
 * Handles chosen files: a single one is offered for cropping, several wait until they are uploaded together. Like the
 * uploads they live as long as the document, so that they are there again when the member returns from another page; what was
 * refused is told on the page where it was chosen.
 */
export function useChosenPictures() {
  const { uploads } = useImageUploads();
  const client = useQueryClient();
  let choice = ofDocument.get(client);
  if (!choice) ofDocument.set(client, (choice = createChoice()));
  const { get, set } = choice;
  const { chosen, cropping, checking } = useStore(choice);
  const [refused, setRefused] = useState(nothingRefused);
  const change = (changed: Partial<Choice>) => set({ ...get(), ...changed });

  const take = async (files: readonly File[]) => {
    const { givenUp } = get();
    change({ checking: get().checking + 1 });
    const { pictures, uncroppable, ...refused } = await sorted(files);
    if (get().givenUp !== givenUp) return;
    // Read after the examination, because other files may have been chosen meanwhile.
    const { chosen, cropping, ...now } = get();
    change({ checking: now.checking - 1 });
    setRefused(refused);
    const [only] = pictures;
    const isAlone = pictures.length === 1 && chosen.length === 0 && cropping === null;
    if (!isAlone) change({ chosen: [...chosen, ...pictures] });
    else if (only && !uncroppable.has(only)) change({ cropping: { picture: only, alone: true } });
    else uploads.add(pictures);
  };
  const replace = (cut: ChosenPicture) =>
    get().chosen.map((picture) => (picture.key === cut.key ? cut : picture));
  return {
    chosen,
    cropping,
    refused,
    isChecking: checking > 0,
    take: (files: readonly File[]) => {
      if (!get().cropping && files.length > 0) void take(files);
    },
    crop: (picture: ChosenPicture) => change({ cropping: { picture, alone: false } }),
    finishCropping: (cut: ChosenPicture) => {
      if (get().cropping?.alone) uploads.add([cut]);
      change({ cropping: null, chosen: replace(cut) });
    },
    giveUpCropping: () => change({ cropping: null }),
    remove: ({ key }: ChosenPicture) =>
      change({ chosen: get().chosen.filter((picture) => picture.key !== key) }),
    clear: () => change({ chosen: [], cropping: null, checking: 0, givenUp: get().givenUp + 1 }),
    upload: () => {
      uploads.add(get().chosen);
      change({ chosen: [] });
    },
  };
}

/** Names of files that are not sent: the server would refuse them only after the upload. */
export interface Refusals {
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
    else if (mayServerRead(file)) {
      const picture = chosenPictureOf(file);
      pictures.push(picture);
      uncroppable.add(picture);
    } else unreadable.push(file.name);
  return { pictures, uncroppable, tooLarge, unreadable };
}
