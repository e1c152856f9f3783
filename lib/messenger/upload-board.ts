import type { OutboxTabs } from "#lib/messenger/outbox/outbox-tabs.ts";
import type { UploadProgress } from "#lib/api/upload-transport.ts";

/** The other tabs are told that often (ms): they only look on. */
const toldEveryMs = 250;

/** How far the files of messages are uploaded, told apart from the messages: it changes all the time. */
export class UploadBoard {
  readonly #tabs: OutboxTabs;
  readonly #progress = new Map<string, UploadProgress>();
  readonly #listeners = new Set<() => void>();
  readonly #toldAt = new Map<string, number>();

  constructor(tabs: OutboxTabs) {
    this.#tabs = tabs;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Null: it is not on its way. The same object until something changes. */
  readonly progressOf = (attachmentId: string) => this.#progress.get(attachmentId) ?? null;

  /** Follows the uploads of the other tabs. Gives back how to stop. */
  readonly follow = () =>
    this.#tabs.listen((news) => {
      if (news.type === "progress") this.#show(news.attachmentId, news.progress);
    });

  readonly tell = (attachmentId: string, progress: UploadProgress | null) => {
    this.#show(attachmentId, progress);
    const now = Date.now();
    if (progress && now - (this.#toldAt.get(attachmentId) ?? 0) < toldEveryMs) return;
    this.#toldAt.set(attachmentId, now);
    this.#tabs.tell({ type: "progress", attachmentId, progress });
  };

  #show(attachmentId: string, progress: UploadProgress | null) {
    if (progress) this.#progress.set(attachmentId, progress);
    else this.#progress.delete(attachmentId);
    for (const listener of this.#listeners) listener();
  }
}
