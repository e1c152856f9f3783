/** Brings the files of a message to the server, few at once. */
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { frameOfVideo } from "#lib/files/video-frame.ts";
import { media } from "#lib/files/schema.ts";
import { dataOf } from "#lib/http/schema.ts";
import { sizeOfPicture } from "#lib/messenger/attachments/chosen-files.ts";
import type { UploadingCall } from "#lib/messenger/outbox/outbox-uploading.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";
import { sendWithProgress, type UploadProgress } from "#lib/api/upload-transport.ts";

const atOnceMax = 2;
const uploaded = dataOf(media);

export type TellProgress = (attachmentId: string, progress: UploadProgress | null) => void;

/** Ends when all are there that are still wanted; fails with the first that is not taken. */
export async function uploadAttachments(call: UploadingCall, tell: TellProgress): Promise<void> {
  const begun = new Set<string>();
  const next = () =>
    call.message()?.attachments.find((one) => one.media === null && !begun.has(one.id));
  const failing = new AbortController();
  const signal = AbortSignal.any([call.signal, failing.signal]);
  const run = async () => {
    for (let one = next(); one && !signal.aborted; one = next()) {
      begun.add(one.id);
      await uploadOne(one, { ...call, signal }, tell);
    }
  };
  const lines = Array.from({ length: atOnceMax }, run);
  try {
    await Promise.all(lines);
  } finally {
    failing.abort();
    await Promise.allSettled(lines);
  }
}

async function uploadOne(one: OutgoingAttachment, call: UploadingCall, tell: TellProgress) {
  const { id, file, kind, width, sizeBytes } = one;
  const signal = AbortSignal.any([call.signal, call.signalOf(id)]);
  const onProgress = (progress: UploadProgress) => {
    if (!signal.aborted) tell(id, progress);
  };
  onProgress({ sentBytes: 0, totalBytes: sizeBytes });
  // Sent before it was known: its bubble has to be as large as it will be.
  if (kind === "image" && width === null) call.change(id, await sizeOfPicture(file));
  try {
    call.change(id, { media: await upload(one, signal, onProgress), failure: null });
  } catch (failure) {
    const isWanted = call.message()?.attachments.some((other) => other.id === id);
    if (!isWanted) return;
    if (failure instanceof ApiFailure && isAboutFile(failure))
      call.change(id, { failure: faultOf(failure) });
    throw failure;
  } finally {
    tell(id, null);
  }
}

async function upload(
  { file, name, kind }: OutgoingAttachment,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
) {
  const form = new FormData();
  const frame = kind === "video" ? await frameOfVideo(file) : null;
  if (frame) form.append("thumb", frame, "thumb.jpg");
  form.append("file", file, name);
  const send = sendWithProgress(onProgress);
  return (await api.post("/messenger/media/upload", uploaded, form, { signal, send })).data;
}

/** What is said of the file itself says more than what is said of the request. */
const faultOf = ({ errors, message }: ApiFailure) => errors?.file?.[0] ?? message;

/** Too large, of another kind, not as it should be, or no room for it. */
const isAboutFile = ({ status }: ApiFailure) =>
  typeof status === "number" && [403, 409, 413, 415, 422].includes(status);
