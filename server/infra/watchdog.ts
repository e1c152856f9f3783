/**
 * Ends this process when its event loop has stopped to turn, in a calculation without end, say. It would answer nobody and
 * hear no signal any more, while a proxy goes on sending it its members, for it still takes connections. Whatever started
 * the process (systemd, Docker) starts it again.
 */
import { Worker } from "node:worker_threads";

/** How often the loop says that it turns; it is given up once it was due as often as this without having done so. */
const turnsMissedMax = 30;

export interface Watched {
  /** Of one number, which grows with each turn. */
  turns: Int32Array;
  everyMs: number;
  missedMax: number;
}

/** Watches until the process ends, and does not keep it from ending. */
export function watchEventLoop({ silentMsMax = 30_000 } = {}): void {
  const turns = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const everyMs = silentMsMax / turnsMissedMax;
  setInterval(() => {
    turns[0] = (turns[0] ?? 0) + 1;
  }, everyMs).unref();
  const workerData: Watched = { turns, everyMs, missedMax: turnsMissedMax };
  new Worker(new URL("./watchdog-worker.ts", import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  }).unref();
}
