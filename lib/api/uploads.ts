/**
 * Uploads files a few at a time, each with its progress; each can be cancelled or retried. It lives outside the
 * components, so that uploads continue on other pages of the surface.
 */
import { ApiFailure } from "#lib/api/api-failure.ts";
import type { UploadProgress } from "#lib/api/upload-transport.ts";
import { askBeforeLeaving } from "#lib/browser/ask-before-leaving.ts";
import { createListeners } from "#lib/browser/store.ts";

type UploadState =
  | "waiting"
  | "sending"
  /** All bytes are sent, and the server processes them. */
  | "processing"
  | "done"
  | "failed"
  | "cancelled";

export interface Upload<Source> extends UploadProgress {
  id: number;
  source: Source;
  state: UploadState;
  /** Why it failed, translated; null when the reason is unknown. */
  failure: string | null;
  /** The server refuses this file, so a retry cannot help. */
  refused: boolean;
}

export interface UploadsOptions<Source, Result> {
  /** See `sendWithProgress`. Fails with an ApiFailure. */
  send: (source: Source, call: UploadCall) => Promise<Result>;
  onDone: (result: Result, source: Source) => void;
  /** Called when the server may have stored it although no answer arrived, so that a refetch must find out. */
  onUnknown?: () => void;
}

export interface UploadCall {
  signal: AbortSignal;
  onProgress: (progress: UploadProgress) => void;
}

interface Transfer {
  controller: AbortController;
  /** Whether the server can have stored it. */
  allSent: boolean;
}

const atOnceMax = 2;

const running: readonly UploadState[] = ["sending", "processing"];
export const unfinishedStates: readonly UploadState[] = ["waiting", ...running];
const repeatable: readonly UploadState[] = ["failed", "cancelled"];
/** Statuses about the file itself: too large, of another kind, malformed. */
const refusals: readonly unknown[] = [413, 415, 422];

/** Whether a retry may help. */
export const mayRetry = ({ state, refused }: Pick<Upload<unknown>, "state" | "refused">) =>
  repeatable.includes(state) && !refused;

export class Uploads<Source extends { sizeBytes: number }, Result> {
  readonly #options: UploadsOptions<Source, Result>;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #transfers = new Map<number, Transfer>();
  /** Uploads that failed without an answer before the server can have received all of them. */
  readonly #interrupted = new Set<number>();
  #items: readonly Upload<Source>[] = [];
  #lastId = 0;

  /** A listener of its own, because other uploads may still need theirs. */
  readonly #askFirst = (event: BeforeUnloadEvent) => askBeforeLeaving(event);

  constructor(options: UploadsOptions<Source, Result>) {
    this.#options = options;
    if (typeof window !== "undefined") window.addEventListener("online", () => this.#resume());
  }

  /** The same array until something changes; in the order in which they were added. */
  readonly items = () => this.#items;

  /** Whether something would be lost with the page. */
  readonly isBusy = () => this.#items.some(({ state }) => unfinishedStates.includes(state));

  add(sources: readonly Source[]): void {
    const added = sources.map((source) => fresh(++this.#lastId, source));
    // A finished upload stays in the list while others of its batch are under way.
    const remaining = this.isBusy()
      ? this.#items
      : this.#items.filter(({ state }) => state !== "done");
    this.#change([...remaining, ...added]);
    this.#sendNext();
  }

  cancel(id: number): void {
    const item = this.#items.find((one) => one.id === id);
    if (!item || !unfinishedStates.includes(item.state)) return;
    this.#update(id, { state: "cancelled" });
    this.#transfers.get(id)?.controller.abort();
    this.#sendNext();
  }

  /** Retries a failed or cancelled upload, unless the file was refused. */
  retry(id: number): void {
    this.#restart((item) => item.id === id);
  }

  /** Removes an ended upload from the list. */
  dismiss(id: number): void {
    this.#interrupted.delete(id);
    this.#change(
      this.#items.filter((item) => item.id !== id || unfinishedStates.includes(item.state)),
    );
  }

  /** Removes finished uploads once their announcement is over. */
  forgetDone(): void {
    if (this.#items.every(({ state }) => state !== "done") || this.isBusy()) return;
    this.#change(this.#items.filter(({ state }) => state !== "done"));
  }

  #resume() {
    if (this.#items.some(({ state }) => state === "failed")) this.#options.onUnknown?.();
    this.#restart((item) => this.#interrupted.has(item.id));
  }

  #restart(wanted: (item: Upload<Source>) => boolean) {
    const again = this.#items.filter((item) => mayRetry(item) && wanted(item));
    if (again.length === 0) return;
    for (const { id } of again) this.#interrupted.delete(id);
    this.#change(
      this.#items.map((item) => (again.includes(item) ? fresh(item.id, item.source) : item)),
    );
    this.#sendNext();
  }

  #sendNext() {
    const free = atOnceMax - this.#items.filter(({ state }) => running.includes(state)).length;
    const next = this.#items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free));
    for (const item of next) void this.#transfer(item);
  }

  async #transfer({ id, source }: Upload<Source>) {
    const transfer: Transfer = { controller: new AbortController(), allSent: false };
    this.#transfers.set(id, transfer);
    this.#update(id, { state: "sending" });
    const { signal } = transfer.controller;
    const onProgress = (progress: UploadProgress) => {
      if (signal.aborted) return;
      transfer.allSent = progress.sentBytes >= progress.totalBytes;
      this.#update(id, { ...progress, state: transfer.allSent ? "processing" : "sending" });
    };
    try {
      const result = await this.#options.send(source, { signal, onProgress });
      // The upload finished before the cancel reached it, so it stays.
      if (this.#transfers.get(id) === transfer) this.#update(id, { state: "done" });
      this.#options.onDone(result, source);
    } catch (failure) {
      const answered = failure instanceof ApiFailure && failure.status !== false;
      if (!signal.aborted) this.#fail(id, failure, transfer);
      if (transfer.allSent && !answered) this.#options.onUnknown?.();
    } finally {
      if (this.#transfers.get(id) === transfer) this.#transfers.delete(id);
    }
    this.#sendNext();
  }

  #fail(id: number, failure: unknown, { allSent }: Transfer) {
    const known = failure instanceof ApiFailure ? failure : null;
    if (known?.status === false && !allSent) this.#interrupted.add(id);
    const refused = refusals.includes(known?.status);
    this.#update(id, { state: "failed", failure: known && describe(known), refused });
  }

  #update(id: number, changed: Partial<Upload<Source>>) {
    this.#change(this.#items.map((item) => (item.id === id ? { ...item, ...changed } : item)));
  }

  #change(items: readonly Upload<Source>[]) {
    this.#items = items;
    // Listens only while needed, because a page with this listener is excluded from the back/forward cache.
    if (this.isBusy()) window.addEventListener("beforeunload", this.#askFirst);
    else window.removeEventListener("beforeunload", this.#askFirst);
    this.#listeners.call();
  }
}

const fresh = <Source extends { sizeBytes: number }>(id: number, source: Source) =>
  ({
    id,
    source,
    state: "waiting",
    sentBytes: 0,
    totalBytes: source.sizeBytes,
    failure: null,
    refused: false,
  }) satisfies Upload<Source>;

/** The message of the field explains more than that of the failure. */
function describe({ message, errors = {} }: ApiFailure): string {
  const [aboutFile] = Object.values(errors).flat();
  return aboutFile ?? message;
}
