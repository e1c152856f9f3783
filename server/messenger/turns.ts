import { setTimeout as delay } from "node:timers/promises";

const patienceMs = 1_000;

/**
 * Runs tasks of the same key in the order they came, so that devices hear the messages of a chat in the order of seq.
 * A task waits a second at most: a database that hangs must not hold up those in the queue one after another.
 */
export function createTurns() {
  const lastOf = new Map<number, Promise<unknown>>();

  return async <T>(key: number, task: () => Promise<T>): Promise<T> => {
    const before = lastOf.get(key);
    const turn = before
      ? Promise.race([before, delay(patienceMs, undefined, { ref: false })]).then(task, task)
      : task();
    lastOf.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lastOf.get(key) === turn) lastOf.delete(key);
    }
  };
}
