/** What becomes of the messages of a chat when one of them was not taken. */
import type { Failure, Queued } from "#lib/messenger/outbox/outgoing.ts";

const firstDelayMs = 1000;
const delayMaxMs = 30_000;
/** A share of the delay, so that not everybody comes at once when a server is back. */
const jitterMax = 0.3;

/** `attempts`: how often it failed, from 1 on. */
export function retryDelayMs(attempts: number, random = Math.random()): number {
  const doubled = firstDelayMs * 2 ** Math.min(attempts - 1, 10);
  return Math.min(delayMaxMs, doubled * (1 + jitterMax * random));
}

/**
 * The messages that have changed. While the network is away, what waits behind fails too: sent later, it would come
 * out of order.
 */
export function failedWith(
  { failure, transient, retryAfterMs = 0 }: Failure,
  failed: Queued,
  all: readonly Queued[],
): Queued[] {
  const now = Date.now();
  const attempts = failed.attempts + 1;
  const notBefore = retryAfterMs > 0 ? now + retryAfterMs : 0;
  const retryAt = transient ? Math.max(now + retryDelayMs(attempts), notBefore) : 0;
  const why = { state: "failed", failure, transient, retryAt, notBefore } as const;
  const isBehind = ({ chatId, position, state }: Queued) =>
    chatId === failed.chatId && position > failed.position && state === "pending";
  const behind = transient ? all.filter(isBehind) : [];
  return [{ ...failed, ...why, attempts }, ...behind.map((item) => ({ ...item, ...why }))];
}
