/** The server of the journeys. */
import type { WorkerInfo } from "@playwright/test";
import { openTemporaryKampus } from "#bench/temporary-kampus.ts";
import { Kampus } from "#e2e/kampus.ts";

/**
 * A server for the journeys of one worker, with a database of its own on TEST_DATABASE_URL: the embedded one takes more of
 * the processor than everything else in the server. It is used without that variable, and by the tests of the process.
 */
export async function openJourneyKampus({
  project,
}: WorkerInfo): Promise<AsyncDisposable & { kampus: Kampus }> {
  const server = project.name === "process" ? undefined : process.env.TEST_DATABASE_URL;
  if (server) return openTemporaryKampus({}, server);
  const kampus = await Kampus.start();
  return { kampus, [Symbol.asyncDispose]: () => kampus.close() };
}
