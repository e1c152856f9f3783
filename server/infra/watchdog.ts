/**
 * Kills this process when its event loop has been blocked for half a minute, as by an endless loop. Such a process runs
 * no signal handler but still accepts connections, so a proxy would go on sending members to it. Whatever started it
 * (systemd, Docker) starts it again.
 */
import { Worker } from "node:worker_threads";

/** The process is killed after this many missed turns in a row. */
const turnsMissedMax = 30;

export interface Watched {
  /** Holds one number, which grows with each turn of the loop. */
  turns: Int32Array;
  everyMs: number;
  missedMax: number;
}

/** Watches until the process ends; neither the timer nor the thread keeps the process alive. */
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
