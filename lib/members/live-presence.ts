"use client";

/** The presence events since the page was loaded. They override what lists know of a person where they are newer. */
import { useCallback, useSyncExternalStore } from "react";

interface Presence {
  online: boolean;
  last_seen_at: string | null;
}

/** The presence in an answer, and when that answer was requested (ms); without a time it is older than any event. */
export interface PresenceInAnswer extends Presence {
  id: number;
  requestedAt?: number | undefined;
}

interface Event extends Presence {
  at: number;
}

/** The newest event of each member. An event re-renders only the components that show that member. */
export class LivePresence {
  readonly #events = new Map<number, Event>();
  readonly #listeners = new Map<number, Set<() => void>>();

  receive(id: number, presence: Presence, at: number = Date.now()): void {
    this.#events.set(id, { ...presence, at });
    this.#wake(id);
  }

  /** Undefined when the answer is newer, or there is no event. */
  newerThan({
    id,
    requestedAt = 0,
  }: Pick<PresenceInAnswer, "id" | "requestedAt">): Presence | undefined {
    const event = this.#events.get(id);
    return event && event.at >= requestedAt ? event : undefined;
  }

  /** Discards all events, because some may have been missed. */
  forget(): void {
    const ids = [...this.#events.keys()];
    this.#events.clear();
    for (const id of ids) this.#wake(id);
  }

  subscribe(id: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  #wake(id: number) {
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

export const livePresence = new LivePresence();

/** Whether a person is online, or when they last were; follows events while mounted. */
export function useLivePresence(answered: PresenceInAnswer): Presence {
  const { id, requestedAt } = answered;
  const subscribe = useCallback(
    (listener: () => void) => livePresence.subscribe(id, listener),
    [id],
  );
  const event = useSyncExternalStore(
    subscribe,
    () => livePresence.newerThan({ id, requestedAt }),
    () => undefined,
  );
  return event ?? answered;
}
