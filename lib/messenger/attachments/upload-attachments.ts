/** Uploads the files of a message, a few at a time, and shows their progress. */
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { joinSignals } from "#lib/api/join-signals.ts";
import { sendWithProgress, type UploadProgress } from "#lib/api/upload-transport.ts";
import { askBeforeLeaving } from "#lib/browser/ask-before-leaving.ts";
import { createListeners } from "#lib/browser/store.ts";
import { media } from "#lib/files/schema.ts";
import { frameOfVideo } from "#lib/files/video-frame.ts";
import { dataOf } from "#lib/http/schema.ts";
import { sizeOfPicture } from "#lib/messenger/attachments/chosen-files.ts";
import { FileMissing } from "#lib/messenger/outbox/outbox-failures.ts";
import type { OutboxTabs } from "#lib/messenger/outbox/outbox-tabs.ts";
import type { UploadingCall } from "#lib/messenger/outbox/outbox-uploading.ts";
import type { OutgoingAttachment } from "#lib/messenger/outbox/outgoing.ts";

const atOnceMax = 2;
const uploaded = dataOf(media);

type ShowProgress = (attachmentId: string, progress: UploadProgress | null) => void;

interface UploadOptions {
  show: ShowProgress;
  /** What is said of a file that the device has no longer, in the member's language. */
  missing: string;
}

/** Resolves once every file that is still wanted is uploaded; rejects with the first failure. */
export async function uploadAttachments(
  call: UploadingCall,
  options: UploadOptions,
): Promise<void> {
  const begun = new Set<string>();
  const next = () =>
    call.message()?.attachments.find((file) => file.media === null && !begun.has(file.id));
  const failing = new AbortController();
  const signal = joinSignals(call.signal, failing.signal);
  const run = async () => {
    for (let file = next(); file && !signal.aborted; file = next()) {
      begun.add(file.id);
      await uploadOne(file, { ...call, signal }, options);
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

async function uploadOne(
  one: OutgoingAttachment,
  call: UploadingCall,
  { show, missing }: UploadOptions,
) {
  const { id, file, kind, width, sizeBytes } = one;
  const signal = joinSignals(call.signal, call.signalOf(id));
  const onProgress = (progress: UploadProgress) => {
    if (!signal.aborted) show(id, progress);
  };
  onProgress({ sentBytes: 0, totalBytes: sizeBytes });
  // A message may be sent before the size of a picture is known, but its bubble must have the final size.
  if (kind === "image" && width === null) call.change(id, await sizeOfPicture(file));
  try {
    if (!(await isReadable(file))) throw new FileMissing(missing);
    call.change(id, { media: await upload(one, signal, onProgress), failure: null });
  } catch (failure) {
    const isWanted = call.message()?.attachments.some((other) => other.id === id);
    if (!isWanted) return;
    if (failure instanceof FileMissing) call.change(id, { failure: missing });
    if (failure instanceof ApiFailure && isAboutFile(failure))
      call.change(id, { failure: faultOf(failure) });
    throw failure;
  } finally {
    show(id, null);
  }
}

/** A file that was deleted or changed since it was chosen fails as a lost connection does once its upload has begun. */
const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

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

/** The fault of the file explains more than that of the request. */
const faultOf = ({ errors, message }: ApiFailure) => errors?.file?.[0] ?? message;

/** Codes about the file itself: too large, of another kind, malformed, or over the quota. */
const isAboutFile = ({ status }: ApiFailure) =>
  typeof status === "number" && [403, 409, 413, 415, 422].includes(status);

/** Progress is posted to the other tabs no more often than that (ms), since they only show it. */
const postEveryMs = 250;

/** The progress of uploads. It is stored apart from the messages, because it changes all the time. */
export class UploadBoard {
  readonly #tabs: OutboxTabs;
  readonly #progress = new Map<string, UploadProgress>();
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #postedAt = new Map<string, number>();
  /** The uploads of this tab, which end with its page. */
  readonly #own = new Set<string>();
  /** A listener of its own, because other parts of the page may still need theirs. */
  readonly #askFirst = (event: BeforeUnloadEvent) => askBeforeLeaving(event);

  constructor(tabs: OutboxTabs) {
    this.#tabs = tabs;
  }

  /** Null while the file is not being uploaded. The object stays the same until something changes. */
  readonly progressOf = (attachmentId: string) => this.#progress.get(attachmentId) ?? null;

  /** Shows the uploads of the other tabs. Returns a function that stops it. */
  readonly follow = () =>
    this.#tabs.listen((message) => {
      if (message.type === "progress") this.#show(message.attachmentId, message.progress);
    });

  /** Null once the upload is over. */
  readonly put = (attachmentId: string, progress: UploadProgress | null) => {
    this.#show(attachmentId, progress);
    this.#guard(attachmentId, progress !== null);
    const now = Date.now();
    if (progress && now - (this.#postedAt.get(attachmentId) ?? 0) < postEveryMs) return;
    this.#postedAt.set(attachmentId, now);
    this.#tabs.post({ type: "progress", attachmentId, progress });
  };

  /**
   * Makes the browser ask before the page is left. It does so only while a file is uploaded, because a page that asks
   * is not put into the back/forward cache.
   */
  #guard(attachmentId: string, isUnderWay: boolean) {
    if (isUnderWay) this.#own.add(attachmentId);
    else this.#own.delete(attachmentId);
    if (this.#own.size > 0) window.addEventListener("beforeunload", this.#askFirst);
    else window.removeEventListener("beforeunload", this.#askFirst);
  }

  #show(attachmentId: string, progress: UploadProgress | null) {
    if (progress) this.#progress.set(attachmentId, progress);
    else this.#progress.delete(attachmentId);
    this.#listeners.call();
  }
}
