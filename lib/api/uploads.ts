/**
 * Files on their way to the server: few at once, each with its progress, and each can be given up or tried again.
 * It lives outside the components, so that going to another page of the surface stops nothing.
 */
import { ApiFailure } from "#lib/api/api-failure.ts";
import type { UploadProgress } from "#lib/api/upload-transport.ts";

export type UploadState =
  | "waiting"
  | "sending"
  /** All is sent, and the server works on it. */
  | "processing"
  | "done"
  | "failed"
  | "cancelled";

export interface Upload<Source> extends UploadProgress {
  id: number;
  source: Source;
  state: UploadState;
  /** Why it failed, in the member's language; null where nobody can tell. */
  failure: string | null;
  /** The server will not have this file, however often it is sent. */
  refused: boolean;
}

export interface UploadsOptions<Source, Result> {
  /** See `sendWithProgress`. Fails with an ApiFailure. */
  send: (source: Source, call: UploadCall) => Promise<Result>;
  /** The server has it. */
  onDone: (result: Result, source: Source) => void;
  /** The server may have it all the same: its answer was lost, or not waited for. Only asking tells. */
  onUnknown?: () => void;
  atOnceMax?: number;
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

const running: readonly UploadState[] = ["sending", "processing"];
const unfinished: readonly UploadState[] = ["waiting", ...running];
const repeatable: readonly UploadState[] = ["failed", "cancelled"];
/** What is answered about the file itself: too large, of another kind, not as it should be. */
const refusals: readonly unknown[] = [413, 415, 422];

/** Whether sending it again may help. */
export const mayRetry = ({ state, refused }: Pick<Upload<unknown>, "state" | "refused">) =>
  repeatable.includes(state) && !refused;

export class Uploads<Source extends { sizeBytes: number }, Result> {
  readonly #options: UploadsOptions<Source, Result>;
  readonly #listeners = new Set<() => void>();
  readonly #transfers = new Map<number, Transfer>();
  /** Those that failed because no answer came, before the server can have had all of them. */
  readonly #interrupted = new Set<number>();
  #items: readonly Upload<Source>[] = [];
  #lastId = 0;

  /** Of its own: other uploads may still need theirs. */
  readonly #askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

  constructor(options: UploadsOptions<Source, Result>) {
    this.#options = options;
    if (typeof window !== "undefined") window.addEventListener("online", () => this.#resume());
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The same array until something changes; in the order in which they were added. */
  readonly items = () => this.#items;

  /** Whether something would be lost with the page. */
  readonly isBusy = () => this.#items.some(({ state }) => unfinished.includes(state));

  add(sources: readonly Source[]): void {
    const added = sources.map((source) => fresh(++this.#lastId, source));
    // What has come stays in the list for as long as the others of its batch are on their way.
    const kept = this.isBusy() ? this.#items : this.#items.filter(({ state }) => state !== "done");
    this.#change([...kept, ...added]);
    this.#sendNext();
  }

  cancel(id: number): void {
    const item = this.#items.find((one) => one.id === id);
    if (!item || !unfinished.includes(item.state)) return;
    this.#update(id, { state: "cancelled" });
    this.#transfers.get(id)?.controller.abort();
    this.#sendNext();
  }

  /** Starts again what failed or was given up, unless the file was refused. */
  retry(id: number): void {
    this.#restart((item) => item.id === id);
  }

  /** Forgets what is over. */
  dismiss(id: number): void {
    this.#interrupted.delete(id);
    this.#change(this.#items.filter((item) => item.id !== id || unfinished.includes(item.state)));
  }

  /** Forgets what has come, once nobody needs to be told any more. */
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
    const { atOnceMax = 2 } = this.#options;
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
      // What came too late to be given up has come.
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
    // Only while it is needed: a page that always listens is not kept for going back.
    if (this.isBusy()) window.addEventListener("beforeunload", this.#askFirst);
    else window.removeEventListener("beforeunload", this.#askFirst);
    for (const listener of this.#listeners) listener();
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

/** What the server found wrong with the file says more than that something was wrong. */
function describe({ message, errors = {} }: ApiFailure): string {
  const [aboutFile] = Object.values(errors).flat();
  return aboutFile ?? message;
}
