// @ts-check

/** A failure that one line explains: printed without a stack. */
export class Fault extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command of the project: its return value is the exit code, a Fault is one line on stderr.
 *
 * @param {() => Promise<number | void>} main
 */
export async function runCommand(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.message) console.error(`✗ ${error.message}`);
    process.exitCode = error.exitCode;
  }
}
