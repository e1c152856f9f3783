import { unanswered } from "#lib/api/api-failure.ts";
import { joinSignals } from "#lib/api/join-signals.ts";

/**
 * Gives a call a time, because a connection may hang without an end. Once it is over, the call rejects as where no answer
 * arrives; if the caller aborts it, with their reason. It does so even where what is asked takes no notice of the signal.
 */
export async function askWithin<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  ask: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const limited = signal ? joinSignals(late.signal, signal) : late.signal;
  try {
    return await Promise.race([ask(limited), rejectedBy(limited)]);
  } catch (cause) {
    throw late.signal.aborted && !signal?.aborted ? unanswered(cause) : cause;
  } finally {
    clearTimeout(timer);
  }
}

const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  });
