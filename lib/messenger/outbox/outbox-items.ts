/**
 * The messages on their way as every tab of the member sees them: in memory, in the store, and posted to each other.
 */
import { createListeners } from "#lib/browser/store.ts";
import type { Queued } from "#lib/messenger/outbox/outgoing.ts";
import type { OutboxStore } from "#lib/messenger/outbox/outbox-store.ts";
import type { OutboxTabs, TabMessage } from "#lib/messenger/outbox/outbox-tabs.ts";

/** A tab has stored a message that it posted within this time. */
const writtenWithinMs = 5000;

interface ItemsOptions {
  store: OutboxStore;
  tabs: OutboxTabs;
  /** Another tab has changed items; called after the items include that. */
  onTabMessage: (message: TabMessage, before: readonly Queued[]) => void;
}

export class OutboxItems {
  readonly #options: ItemsOptions;
  readonly #listeners = createListeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Items that have ended: a read of the store that was under way must not restore them. */
  readonly #over = new Set<string>();
  /** When another tab posted each message, in ms: for some time the store may not have it yet. */
  readonly #receivedAt = new Map<string, number>();
  #all: readonly Queued[] = [];

  constructor(options: ItemsOptions) {
    this.#options = options;
  }

  /** In the order in which they were written; the same array until something changes. */
  readonly all = () => this.#all;

  find(clientId: string): Queued | undefined {
    return this.#all.find((item) => item.clientId === clientId);
  }

  /** Listens to the other tabs. Returns a function that stops it. */
  follow(): () => void {
    return this.#options.tabs.listen((message) => this.#receive(message));
  }

  /** Adopts what another tab or an earlier visit left in the store, and drops what is no longer there. */
  async load(): Promise<void> {
    const known = new Set(this.#all.map(({ clientId }) => clientId));
    const read = await this.#options.store.read();
    if (!read) return;
    const stored = new Map(read.map((item) => [item.clientId, item]));
    // One that has ended is shown until the history shows it.
    const isStill = ({ clientId }: Queued) =>
      !known.has(clientId) ||
      stored.has(clientId) ||
      this.#over.has(clientId) ||
      this.#isJustReceived(clientId);
    const still = this.#all.filter(isStill);
    const here = new Set(this.#all.map(({ clientId }) => clientId));
    const more = read.filter(({ clientId }) => !here.has(clientId) && !this.#over.has(clientId));
    if (more.length > 0 || still.length < this.#all.length) this.#show([...still, ...more]);
  }

  /** Adds items, or changes those that still exist. */
  put(...items: readonly Queued[]): void {
    for (const item of items) {
      void this.#options.store.put(item);
      this.#options.tabs.post({ type: "put", item });
    }
    this.#take(items);
  }

  remove(clientId: string): void {
    this.forget(clientId);
    this.#options.tabs.post({ type: "removed", clientId });
    this.hide(clientId);
  }

  /** Deletes it from the store, so that it is not sent after a reload; what is shown stays. */
  forget(clientId: string): void {
    this.#over.add(clientId);
    void this.#options.store.remove(clientId);
  }

  hide(clientId: string): void {
    if (this.find(clientId)) this.#show(this.#all.filter((item) => item.clientId !== clientId));
  }

  #isJustReceived(clientId: string) {
    return Date.now() - (this.#receivedAt.get(clientId) ?? 0) < writtenWithinMs;
  }

  #receive(message: TabMessage) {
    const before = this.#all;
    if (message.type === "put") this.#receivedAt.set(message.item.clientId, Date.now());
    if (message.type === "put" && !this.#over.has(message.item.clientId))
      this.#take([message.item]);
    if (message.type === "removed") {
      // Deleted once more: a write of this tab may have been under way when the other tab deleted it.
      this.forget(message.clientId);
      this.hide(message.clientId);
    }
    if (message.type === "sent") this.#over.add(message.message.client_id);
    this.#options.onTabMessage(message, before);
  }

  #take(items: readonly Queued[]) {
    const changed = new Map(items.map((item) => [item.clientId, item]));
    const others = this.#all.filter(({ clientId }) => !changed.has(clientId));
    this.#show([...others, ...items]);
  }

  #show(items: readonly Queued[]) {
    this.#all = items.toSorted((a, b) => a.position - b.position);
    this.#listeners.call();
  }
}
