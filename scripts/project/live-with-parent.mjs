// @ts-check
/**
 * Preloaded into a child, by the address that `endedWithParent` makes: ends it when its parent is gone, even by
 * kill -9, so that nothing is orphaned.
 */
import { isMainThread } from "node:worker_threads";

const asked = new URL(import.meta.url).searchParams;
/** Processes that the child forks inherit this preload, but have another parent and are left alone. */
const isThatChild = isMainThread && Number(asked.get("parent")) === process.ppid;
/** The server drains requests first, but not for ever. */
const endWithinMs = 20_000;

if (isThatChild && process.channel) {
  process.once("disconnect", () => {
    process.kill(process.pid, asked.get("signal") ?? "SIGKILL");
    setTimeout(() => process.kill(process.pid, "SIGKILL"), endWithinMs).unref();
  });
  process.channel.unref();
}
