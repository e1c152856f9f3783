"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { refreshOwnMedia, storeUploadedMedia } from "#lib/media/own-media.ts";
import { mediaPath } from "#lib/media/queries.ts";
import type { Media } from "#lib/files/schema.ts";
import { mediaUploaded } from "#lib/media/schema.ts";
import { frameOfVideo } from "#lib/files/video-frame.ts";
import { sendWithProgress } from "#lib/api/upload-transport.ts";
import { type UploadCall, Uploads } from "#lib/api/uploads.ts";
import { useUploads } from "#lib/api/use-uploads.ts";

interface MediaFile {
  file: File;
  sizeBytes: number;
}

/** Uploads live as long as the document, so they continue while the member visits other pages of the surface. */
const ofPage = new WeakMap<QueryClient, Uploads<MediaFile, Media>>();

export function useMediaUploads() {
  const client = useQueryClient();
  const locale = useLocale();
  let uploads = ofPage.get(client);
  if (!uploads) ofPage.set(client, (uploads = createUploads(client, locale)));
  return { uploads, items: useUploads(uploads) };
}

function createUploads(client: QueryClient, locale: string) {
  return new Uploads<MediaFile, Media>({
    send: (chosen, call) => send(locale, chosen, call),
    onDone: (media) => {
      storeUploadedMedia({ client, locale }, media);
      void refreshOwnMedia({ client });
    },
    onUnknown: () => void refreshOwnMedia({ client }),
  });
}

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
