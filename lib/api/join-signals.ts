/** Aborts with the first of the signals. `AbortSignal.any` does the same, which Safari 16.4 and Chrome 111 lack. */
export function joinSignals(...signals: readonly AbortSignal[]): AbortSignal {
  const joined = new AbortController();
  for (const signal of signals) {
    const abort = () => joined.abort(signal.reason);
    if (signal.aborted) abort();
    // Once one has aborted, the others are no longer listened to.
    signal.addEventListener("abort", abort, { signal: joined.signal });
  }
  return joined.signal;
}
