// @ts-check
/** Shows the current step: elapsed seconds in place on a terminal, plain lines elsewhere. */

const plainLineEveryMs = 10_000;

/**
 * @template T
 * @param {string} doing e.g. "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function showProgress(doing, work) {
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  const live = process.stdout.isTTY;
  const line = () => `… ${doing} ${seconds()}`;
  process.stdout.write(live ? line() : `… ${doing}\n`);
  const timer = setInterval(
    () => process.stdout.write(live ? `\r${line()}` : `${line()}\n`),
    live ? 1000 : plainLineEveryMs,
  );
  const end = (/** @type {string} */ mark) =>
    process.stdout.write(`${live ? "\r" : ""}${mark} ${doing} ${seconds()}\n`);
  try {
    const result = await work();
    end("✓");
    return result;
  } catch (error) {
    end("✗");
    throw error;
  } finally {
    clearInterval(timer);
  }
}
