/** Counts the devices of each member. `changed` is called when one arrives, and once a member has none any more. */
export function createDeviceCounts(graceMs: number, changed: (userId: number) => void) {
  const counts = new Map<number, number>();
  /** Members whose last device has gone, for as long as they still count as online. */
  const leaving = new Map<number, NodeJS.Timeout>();
  let isStopped = false;
  return {
    isHere: (userId: number) => counts.has(userId) || leaving.has(userId),
    members: () => counts.keys(),
    arrived: (userId: number): void => {
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      changed(userId);
    },
    left: (userId: number): void => {
      const left = (counts.get(userId) ?? 1) - 1;
      if (left > 0) {
        counts.set(userId, left);
        return;
      }
      counts.delete(userId);
      if (isStopped) return;
      const graceEnds = () => {
        leaving.delete(userId);
        changed(userId);
      };
      leaving.set(userId, setTimeout(graceEnds, graceMs).unref());
    },
    /** From now on nobody leaves, because the node ends. */
    stop(): void {
      isStopped = true;
      for (const timer of leaving.values()) clearTimeout(timer);
      leaving.clear();
    },
  };
}
