/** The messages on their way as every tab of the member sees them: in memory, in the store, and told to each other. */
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import type { OutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import type { OutboxNews, OutboxTabs } from "#lib/messenger/outbox/outbox-tabs.ts";

/** Within it another tab has written what it told of. */
const writtenWithinMs = 5000;

interface ItemsOptions {
  store: OutboxStore;
  tabs: OutboxTabs;
  /** Another tab did something, after the items follow it. */
  onNews: (news: OutboxNews, before: readonly Queued[]) => void;
}

export class OutboxItems {
  readonly #options: ItemsOptions;
  readonly #listeners = new Set<() => void>();
  /** Those that were there and are over: a reading of the store that was under way brings none of them back. */
  readonly #over = new Set<string>();
  /** When another tab told of them, in ms: it may not have written them yet. */
  readonly #heardAt = new Map<string, number>();
  #all: readonly Queued[] = [];

  constructor(options: ItemsOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** In the order in which they were written; the same array until something changes. */
  readonly all = () => this.#all;

  find(clientId: string): Queued | undefined {
    return this.#all.find((item) => item.clientId === clientId);
  }

  /** Listens to the other tabs. Gives back how to stop. */
  follow(): () => void {
    return this.#options.tabs.listen((news) => this.#hear(news));
  }

  /** What another tab or an earlier visit left in the store is there, and what is there no more is gone. */
  async load(): Promise<void> {
    const known = new Set(this.#all.map(({ clientId }) => clientId));
    const read = await this.#options.store.read();
    const kept = new Map(read.map((item) => [item.clientId, item]));
    const isStill = ({ clientId }: Queued) =>
      !known.has(clientId) || kept.has(clientId) || this.#isJustHeard(clientId);
    const still = this.#all.filter(isStill);
    const here = new Set(this.#all.map(({ clientId }) => clientId));
    const more = read.filter(({ clientId }) => !here.has(clientId) && !this.#over.has(clientId));
    if (more.length > 0 || still.length < this.#all.length) this.#show([...still, ...more]);
  }

  /** Adds it, or changes it if it is still there. */
  put(...items: readonly Queued[]): void {
    for (const item of items) {
      void this.#options.store.put(item);
      this.#options.tabs.tell({ type: "put", item });
    }
    this.#take(items);
  }

  remove(clientId: string): void {
    this.forget(clientId);
    this.#options.tabs.tell({ type: "removed", clientId });
    this.hide(clientId);
  }

  /** Is not sent after a reload; what is shown stays. */
  forget(clientId: string): void {
    this.#over.add(clientId);
    void this.#options.store.remove(clientId);
  }

  hide(clientId: string): void {
    if (this.find(clientId)) this.#show(this.#all.filter((item) => item.clientId !== clientId));
  }

  #isJustHeard(clientId: string) {
    return Date.now() - (this.#heardAt.get(clientId) ?? 0) < writtenWithinMs;
  }

  #hear(news: OutboxNews) {
    const before = this.#all;
    if (news.type === "put") this.#heardAt.set(news.item.clientId, Date.now());
    if (news.type === "put" && !this.#over.has(news.item.clientId)) this.#take([news.item]);
    if (news.type === "removed") {
      this.#over.add(news.clientId);
      this.hide(news.clientId);
    }
    if (news.type === "sent") this.#over.add(news.message.client_id);
    this.#options.onNews(news, before);
  }

  #take(items: readonly Queued[]) {
    const changed = new Map(items.map((item) => [item.clientId, item]));
    const others = this.#all.filter(({ clientId }) => !changed.has(clientId));
    this.#show([...others, ...items]);
  }

  #show(items: readonly Queued[]) {
    this.#all = items.toSorted((a, b) => a.position - b.position);
    for (const listener of this.#listeners) listener();
  }
}
