"use client";

import { api } from "#lib/api/api-client.ts";
import { refreshOwnMedia, storeUploadedMedia } from "#lib/media/own-media.ts";
import { mediaPath } from "#lib/media/queries.ts";
import type { Media } from "#lib/files/schema.ts";
import { mediaUploaded } from "#lib/media/schema.ts";
import { frameOfVideo } from "#lib/files/video-frame.ts";
import { sendWithProgress } from "#lib/api/upload-transport.ts";
import type { UploadCall } from "#lib/api/uploads.ts";
import { createUploadsHook } from "#lib/api/create-uploads-hook.ts";

interface MediaFile {
  file: File;
  sizeBytes: number;
}

export const useMediaUploads = createUploadsHook<MediaFile, Media>((page) => ({
  send: (chosen, call) => send(page.locale, chosen, call),
  onDone: (media) => {
    storeUploadedMedia(page, media);
    void refreshOwnMedia(page);
  },
  onUnknown: () => void refreshOwnMedia(page),
}));

async function send(locale: string, { file }: MediaFile, { signal, onProgress }: UploadCall) {
  const form = new FormData();
  const frame = file.type.startsWith("video/") ? await frameOfVideo(file) : null;
  if (frame) form.append("thumb", frame, "thumb.jpg");
  form.append("file", file, file.name);
  const answer = await api.post(`${mediaPath(locale)}/upload`, mediaUploaded, form, {
    signal,
    send: sendWithProgress(onProgress),
  });
  return answer.data;
}
