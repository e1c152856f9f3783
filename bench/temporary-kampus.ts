import { createTemporaryDatabase } from "#bench/temporary-database.ts";
import { Kampus } from "#e2e/kampus.ts";

/** Kampus on a database of its own on `server`; both end together. `variables` override the usual ones. */
export async function openTemporaryKampus(variables: Record<string, string> = {}, server?: string) {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await createTemporaryDatabase(server));
  const kampus = opening.use(await Kampus.start({ DATABASE_URL: database.url, ...variables }));
  const opened = opening.move();
  return { database, kampus, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
