/**
 * Once for a run of the API tests: a database with schema and reference data, which each file copies. With
 * TEST_PGBOUNCER=1 the copies are reached through PgBouncer; TEST_PARTITIONS=8 has their messages in so many partitions.
 */
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { partitionMessages } from "#server/db/partition-messages.ts";
import { readEnv } from "#server/env.ts";
import { openServices } from "#server/services.ts";
import { startPgBouncer } from "#server/testing/doubles/pgbouncer.ts";
import { createTestDatabase, type Original, originalOf } from "#server/testing/test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    preparedDatabase: Original;
    /** The address of PgBouncer before TEST_DATABASE_URL; empty without it. */
    poolerUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepared = await createTestDatabase();
  const env = readEnv({
    NODE_ENV: "test",
    ROOT_DOMAIN: "kampus.localhost",
    ...prepared.variables,
  });
  const services = await openServices(env, pino({ level: "silent" }));
  if (process.env.TEST_PARTITIONS)
    await partitionMessages(services.database.db, Number(process.env.TEST_PARTITIONS));
  await services.close();
  project.provide("preparedDatabase", originalOf(prepared));
  const server = process.env.TEST_DATABASE_URL;
  const pooler =
    server && process.env.TEST_PGBOUNCER === "1" ? await startPgBouncer(server) : undefined;
  project.provide("poolerUrl", pooler?.url ?? "");
  return async () => {
    await pooler?.close();
    await prepared.drop();
  };
}
