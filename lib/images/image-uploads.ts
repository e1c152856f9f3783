"use client";

import { api } from "#lib/api/api-client.ts";
import { fitted } from "#lib/images/fitted.ts";
import { refreshOwnImages, storeUploadedImage } from "#lib/images/own-images.ts";
import { ownImagesPath } from "#lib/images/queries.ts";
import { imageUploaded, type ProfileImage } from "#lib/images/schema.ts";
import { sendWithProgress } from "#lib/api/upload-transport.ts";
import type { UploadCall } from "#lib/api/uploads.ts";
import { createUploadsHook } from "#lib/api/create-uploads-hook.ts";

/** A picture to upload: a chosen file, or what was cropped from it. */
export interface ChosenPicture {
  /** Stays the same when the picture is cropped. */
  key: number;
  name: string;
  content: Blob;
  sizeBytes: number;
}

let lastKey = 0;

export const chosenPictureOf = (file: File): ChosenPicture => ({
  key: ++lastKey,
  name: file.name,
  content: file,
  sizeBytes: file.size,
});

export const useImageUploads = createUploadsHook<ChosenPicture, ProfileImage>((page) => ({
  send: (picture, call) => send(page.locale, picture, call),
  onDone: (image) => {
    storeUploadedImage(page, image);
    void refreshOwnImages(page);
  },
  onUnknown: () => void refreshOwnImages(page),
}));

async function send(
  locale: string,
  { name, content }: ChosenPicture,
  { signal, onProgress }: UploadCall,
) {
  const form = new FormData();
  form.append("image", await fitted(content), name);
  const answer = await api.post(`${ownImagesPath(locale)}/upload`, imageUploaded, form, {
    signal,
    send: sendWithProgress(onProgress),
  });
  return answer.data;
}
