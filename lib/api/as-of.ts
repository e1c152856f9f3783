/** `requestedAt` (ms) is when the answer was requested, as of which its friendship statuses and presences hold. */
export type AsOf<Answer> = Answer & { requestedAt: number };

/** The answer to a call, with when it was requested. */
export async function asOf<Answer extends object>(
  call: () => Promise<Answer>,
): Promise<AsOf<Answer>> {
  const requestedAt = Date.now();
  return { ...(await call()), requestedAt };
}
