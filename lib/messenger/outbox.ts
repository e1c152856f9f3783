/**
 * Messages that are written and not yet stored. Each chat sends one at a time, in the order they
 * were written, and a retry repeats the `client_id`, so that a lost answer stores nothing twice.
 */
import type { ChatKind, Message } from "#lib/messenger/schema.ts";

export interface Outgoing {
  kind: ChatKind;
  chatId: number;
  clientId: string;
  text: string;
  createdAt: string;
  state: "pending" | "failed";
  /** Why it was not sent, in the member's language. */
  failure: string | null;
  /** Whether trying again may help: the network or the server was away. */
  transient: boolean;
}

export interface OutboxOptions {
  send: (message: Outgoing) => Promise<Message>;
  /** Called before the message leaves the outbox. */
  onSent: (message: Message) => void;
  describeFailure: (failure: unknown) => Pick<Outgoing, "failure" | "transient">;
  /** What was waiting when the tab was left. */
  restored?: readonly Outgoing[];
  /** Keeps what waits, to be restored after a reload. */
  keep?: (items: readonly Outgoing[]) => void;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Map<number, string>();
  #items: readonly Outgoing[];

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#items = options.restored ?? [];
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same array until something changes. */
  readonly items = () => this.#items;

  /** Sends what was restored. */
  start() {
    for (const chatId of new Set(this.#items.map((item) => item.chatId)))
      void this.#sendNext(chatId);
  }

  /** What failed before it for want of network is tried again first. */
  add(message: Pick<Outgoing, "kind" | "chatId" | "clientId" | "text" | "createdAt">) {
    const waiting = { state: "pending", failure: null, transient: false } as const;
    const items = this.#items.map((item) =>
      item.chatId === message.chatId && item.transient ? { ...item, ...waiting } : item,
    );
    this.#change([...items, { ...message, ...waiting }]);
    void this.#sendNext(message.chatId);
  }

  /** Tries every failed message of the chat again, so that their order stays. */
  retry(chatId: number) {
    this.#restart((item) => item.chatId === chatId);
  }

  /** Tries again what failed because the network or the server was away. */
  retryTransient() {
    this.#restart((item) => item.transient);
  }

  /** Forgets a message: thrown away by the member, or known to be stored. */
  remove(clientId: string) {
    if (this.#items.some((item) => item.clientId === clientId))
      this.#change(this.#items.filter((item) => item.clientId !== clientId));
  }

  #restart(wanted: (item: Outgoing) => boolean) {
    const again = this.#items.filter((item) => item.state === "failed" && wanted(item));
    if (again.length === 0) return;
    this.#change(
      this.#items.map((item) =>
        again.includes(item)
          ? { ...item, state: "pending", failure: null, transient: false }
          : item,
      ),
    );
    for (const chatId of new Set(again.map((item) => item.chatId))) void this.#sendNext(chatId);
  }

  async #sendNext(chatId: number) {
    if (this.#sending.has(chatId)) return;
    const next = this.#items.find((item) => item.chatId === chatId && item.state === "pending");
    if (!next) return;
    this.#sending.set(chatId, next.clientId);
    try {
      this.#options.onSent(await this.#options.send(next));
      this.remove(next.clientId);
    } catch (failure) {
      this.#fail(next, this.#options.describeFailure(failure));
    } finally {
      this.#sending.delete(chatId);
    }
    await this.#sendNext(chatId);
  }

  /** While the network is away, what waits behind fails too: sent later, it would come out of order. */
  #fail(failed: Outgoing, why: Pick<Outgoing, "failure" | "transient">) {
    this.#change(
      this.#items.map((item) => {
        const behind = why.transient && item.chatId === failed.chatId && item.state === "pending";
        return item.clientId === failed.clientId || behind
          ? { ...item, ...why, state: "failed" }
          : item;
      }),
    );
  }

  #change(items: readonly Outgoing[]) {
    this.#items = items;
    this.#options.keep?.(items);
    for (const listener of this.#listeners) listener();
  }
}
