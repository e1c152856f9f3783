/** The thread of `watchEventLoop`, which has an event loop of its own. */
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { Watched } from "#server/infra/watchdog.ts";

const { turns, everyMs, missedMax } = workerData as Watched; // `watchEventLoop` gave it
let seen = 0;
let missed = 0;

// Counts missed turns rather than time, because a process that was suspended as a whole has missed none.
setInterval(() => {
  const turned = Atomics.load(turns, 0);
  missed = turned === seen ? missed + 1 : 0;
  seen = turned;
  if (missed < missedMax) return;
  const time = new Date().toISOString();
  const msg = "the event loop is blocked; killing the process";
  writeSync(
    1,
    `${JSON.stringify({ level: 60, time, service: "kampus", pid: process.pid, msg })}\n`,
  );
  process.kill(process.pid, "SIGKILL");
}, everyMs);
