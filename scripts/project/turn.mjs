// @ts-check
/** One install or build at a time, however many commands are started at once. */
import { mkdir, open, rm, stat, utimes } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { inRoot } from "./paths.mjs";

const lock = inRoot("var/setup.lock");
const beatMs = 1000;
/** A lock that was not touched for this long belongs to a process that was killed. */
const staleMs = 10_000;

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(work) {
  await mkdir(inRoot("var"), { recursive: true });
  let isAnnounced = false;
  while (!(await taken())) {
    if (!isAnnounced)
      console.log("… Waiting for another command of this project that installs or builds");
    isAnnounced = true;
    await wait(beatMs);
  }
  const beat = setInterval(() => {
    const now = new Date();
    utimes(lock, now, now).catch(() => clearInterval(beat));
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(lock, { force: true });
  }
}

async function taken() {
  try {
    await (await open(lock, "wx")).close();
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    const beatAt = (await stat(lock).catch(() => null))?.mtimeMs;
    if (beatAt !== undefined && Date.now() - beatAt > staleMs) await rm(lock, { force: true });
    return false;
  }
}
