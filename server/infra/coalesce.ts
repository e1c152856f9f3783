/**
 * Runs `task` for a key one run at a time; calls during a run share one run after it. So the state that is read and
 * published last is the newest, however many changes come at once. Each call resolves after a run that began after it.
 */
export function coalesce<Key>(task: (key: Key) => Promise<void>): (key: Key) => Promise<void> {
  const running = new Map<Key, Promise<void>>();
  const waiting = new Map<Key, Promise<void>>();

  const start = (key: Key) => {
    const run = task(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
  return (key) => {
    const current = running.get(key);
    if (!current) return start(key);
    const next = () => {
      waiting.delete(key);
      return start(key);
    };
    const shared = waiting.get(key) ?? current.then(next, next);
    waiting.set(key, shared);
    return shared;
  };
}
