import type { OutboxTabs } from "#lib/messenger/outbox/outbox-tabs.ts";
import { hasCome, type Queued } from "#lib/messenger/outbox/outgoing.ts";

interface TurnsOptions {
  /** Messages that are not known to be stored, in the order in which they were written. */
  unsent: () => readonly Queued[];
  /** Never rejects: a failure is noted in the message. */
  attempt: (item: Queued) => Promise<void>;
  tabs: OutboxTabs;
}

/** Sends the messages of each chat one at a time, in the order they were written, whichever tab they were written in. */
export class OutboxTurns {
  readonly #options: TurnsOptions;
  readonly #sending = new Set<number>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #stopped = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  start() {
    this.#stopped = false;
  }

  stop() {
    this.#stopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** Sends what is due, one after the other, then waits for what is due later. */
  async sendDue(chatId: number): Promise<void> {
    if (this.#stopped || this.#sending.has(chatId) || !this.#next(chatId)) return;
    this.#sending.add(chatId);
    try {
      await this.#options.tabs.exclusively(String(chatId), async () => {
        for (let next = this.#due(chatId); next; next = this.#due(chatId))
          await this.#options.attempt(next);
      });
    } finally {
      this.#sending.delete(chatId);
    }
    this.#wakeFor(chatId);
  }

  /** The next message to send: a refused one does not hold up those behind it. */
  #next(chatId: number): Queued | undefined {
    const isWaiting = ({ state, transient }: Queued) => state === "pending" || transient;
    return this.#options.unsent().find((item) => item.chatId === chatId && isWaiting(item));
  }

  #due(chatId: number): Queued | undefined {
    const next = this.#next(chatId);
    if (!next || this.#stopped) return undefined;
    return next.state === "pending" || hasCome(next.retryAt, next) ? next : undefined;
  }

  #wakeFor(chatId: number) {
    clearTimeout(this.#timers.get(chatId));
    const next = this.#next(chatId);
    if (!next || this.#stopped) return;
    const inMs = this.#due(chatId) ? 0 : Math.max(0, next.retryAt - Date.now());
    const wake = () => void this.sendDue(chatId);
    this.#timers.set(chatId, setTimeout(wake, inMs));
  }
}
