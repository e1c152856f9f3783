import { unanswered } from "#lib/api/api-client.ts";
import { joinSignals } from "#lib/api/join-signals.ts";

/**
 * Gives a call a time, because a connection may hang without an end. Once it is over, the call rejects as where no answer
 * arrives; if the caller aborts it, with their reason.
 */
export async function askWithin<T>(
  timeoutMs: number,
  signal: AbortSignal,
  ask: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await ask(joinSignals(late.signal, signal));
  } catch (cause) {
    throw late.signal.aborted && !signal.aborted ? unanswered(cause) : cause;
  } finally {
    clearTimeout(timer);
  }
}
