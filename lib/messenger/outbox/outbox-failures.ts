/** Classifies a failure to send, and decides what becomes of the messages of the chat. */
import { ApiFailure } from "#lib/api/api-client.ts";
import { retryDelayMs } from "#lib/api/retry-delay.ts";
import type { SendFailure, Queued } from "#lib/messenger/outbox/outgoing.ts";

/** The device no longer has a file of the message. `message` is translated. */
export class FileMissing extends Error {}

/**
 * Says whether a failure is transient: no network, an unwell server, a limit, a truncated answer or an ended session
 * may pass. A refusal is permanent, and so is the lack of a file.
 */
export function describeFailure(failure: unknown): SendFailure {
  if (failure instanceof FileMissing) return { failure: failure.message, transient: false };
  if (!(failure instanceof ApiFailure) || failure.status === false)
    return { failure: null, transient: true };
  const { status, message, retryAfterMs, errors } = failure;
  const transient = status < 400 || status === 401 || status === 429 || status >= 500;
  const areFilesGone = errors?.attachments !== undefined;
  return { failure: message, transient, retryAfterMs, areFilesGone };
}

/**
 * Returns the messages of the chat whose state changes. A transient failure also fails the messages behind it, because
 * they must not be sent out of order.
 */
export function failedWith(
  { failure, transient, retryAfterMs = 0 }: SendFailure,
  failed: Queued,
  all: readonly Queued[],
): Queued[] {
  const now = Date.now();
  const attempts = failed.attempts + 1;
  const notBefore = retryAfterMs > 0 ? now + retryAfterMs : 0;
  const retryAt = transient ? Math.max(now + retryDelayMs(attempts), notBefore) : 0;
  const times = { retryAt, notBefore, failedAt: now };
  const why = { state: "failed", failure, transient, ...times } as const;
  const isBehind = ({ chatId, position, state }: Queued) =>
    chatId === failed.chatId && position > failed.position && state === "pending";
  const behind = transient ? all.filter(isBehind) : [];
  return [{ ...failed, ...why, attempts }, ...behind.map((item) => ({ ...item, ...why }))];
}
