// @ts-check
/**
 * A reporter of Vitest that writes what was thrown outside every test, as a JSON array, to the file that
 * UNHANDLED_ERRORS_FILE names: the JSON report of Vitest leaves it out, though it fails the run.
 */
import { writeFile } from "node:fs/promises";

export default class UnhandledErrors {
  /**
   * @param {unknown} _testModules
   * @param {readonly { name?: string, message: string, stack?: string }[]} unhandledErrors
   */
  async onTestRunEnd(_testModules, unhandledErrors) {
    const messages = unhandledErrors.map(({ name, message, stack }) => ({
      message: stack ?? `${name}: ${message}`,
    }));
    await writeFile(process.env.UNHANDLED_ERRORS_FILE ?? "", JSON.stringify(messages));
  }
}
