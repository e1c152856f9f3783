const firstDelayMs = 1000;
const delayMaxMs = 30_000;
/** A random share of the delay, so that not every browser returns at once when a server is back. */
const jitterMax = 0.3;

/** How long to wait after so many failures, from 1: twice as long after each, up to half a minute. */
export function retryDelayMs(failures: number): number {
  const doubled = firstDelayMs * 2 ** Math.min(failures - 1, 10);
  return Math.min(delayMaxMs, doubled * (1 + jitterMax * Math.random()));
}
