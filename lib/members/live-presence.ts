"use client";

/** Who has come or gone since the page was told of them: laid over what lists know of a member, the newer wins. */
import { useCallback, useSyncExternalStore } from "react";
import type { Presence } from "#lib/members/presence.ts";

/** What an answer said of a member, and when that answer was asked for (ms); without it, before any event. */
export interface ToldPresence extends Presence {
  id: number;
  askedAt?: number | undefined;
}

interface Event extends Presence {
  at: number;
}

/** The newest event of each member. One who comes or goes wakes only what shows that member. */
export class LivePresence {
  readonly #events = new Map<number, Event>();
  readonly #listeners = new Map<number, Set<() => void>>();

  tell(id: number, presence: Presence, at: number = Date.now()): void {
    this.#events.set(id, { ...presence, at });
    this.#wake(id);
  }

  /** Undefined when the answer is the newer one, or the only one. */
  newerThan({ id, askedAt = 0 }: Pick<ToldPresence, "id" | "askedAt">): Presence | undefined {
    const event = this.#events.get(id);
    return event && event.at >= askedAt ? event : undefined;
  }

  /** Events may have been missed: from here on only answers are known. */
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

/** Whether a member is here now, else when they last were; follows the events while it is shown. */
export function useLivePresence(told: ToldPresence): Presence {
  const { id, askedAt } = told;
  const subscribe = useCallback(
    (listener: () => void) => livePresence.subscribe(id, listener),
    [id],
  );
  const event = useSyncExternalStore(
    subscribe,
    () => livePresence.newerThan({ id, askedAt }),
    () => undefined,
  );
  return event ?? told;
}
