import type { Socket } from "node:net";

/** A reader must take at least this much in each period: a phone on 2G takes four times as much. */
const leastBytes = 64 * 1024;
export const takingPeriodMs = 2 * 60_000;
/**
 * What a reader takes beyond that counts for this many later periods, because a system passes on in bursts, of a
 * megabyte and minutes apart, what a slow reader takes bit by bit. A paused player is cut off after them, and asks for
 * the rest once it plays on.
 */
export const periodsAhead = 8;

/**
 * Ends the connection of a reader who hardly takes their answer, which holds a socket of the store or an open file: Node's
 * own timeout would be content with a byte now and then. Returns a function that ends the watch.
 */
export function cutOffSlowReader(socket: Socket): () => void {
  let before = socket.bytesWritten;
  let aheadBytes = 0;
  const timer = setInterval(() => {
    const taken = socket.bytesWritten - before;
    before = socket.bytesWritten;
    aheadBytes = Math.min(aheadBytes + taken, (periodsAhead + 1) * leastBytes) - leastBytes;
    if (aheadBytes < 0) socket.destroy();
    if (socket.destroyed) clearInterval(timer);
  }, takingPeriodMs).unref();
  return () => {
    clearInterval(timer);
  };
}
