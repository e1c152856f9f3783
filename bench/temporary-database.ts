import { inDatabase } from "#bench/seeded-database.ts";
import { databaseServer } from "#scripts/project/benchmarks.mjs";

let created = 0;

/** A database of its own on `server`, which is by default the one that DATABASE_URL names. */
export async function createTemporaryDatabase(
  server = databaseServer(),
): Promise<AsyncDisposable & { url: string }> {
  const name = `kampus_temporary_${process.pid}_${++created}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const administer = (statement: string) =>
    inDatabase(server, async (client) => {
      await client.query(statement);
    });
  await administer(`create database ${name}`);
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => administer(`drop database ${name} with (force)`),
  };
}
