import { isDatabaseAway } from "#server/db/database.ts";

/**
 * Runs tasks of the same key one after another, in their order. When the database goes away, waiting tasks fail with
 * the one that met it, rather than each in its turn.
 */
export function createTurns() {
  const lastOf = new Map<number, Promise<unknown>>();

  return async <T>(key: number, task: () => Promise<T>): Promise<T> => {
    const afterFailure = (error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return task();
    };
    const turn = lastOf.get(key)?.then(task, afterFailure) ?? task();
    lastOf.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lastOf.get(key) === turn) lastOf.delete(key);
    }
  };
}
