/** Once for a run of the API tests: a database with schema and reference data, which each file copies. */
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { readEnv } from "#server/env.ts";
import { openServices } from "#server/services.ts";
import { createTestDatabase, type Original, originalOf } from "#server/testing/test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    preparedDatabase: Original;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepared = await createTestDatabase();
  const env = readEnv({
    NODE_ENV: "test",
    ROOT_DOMAIN: "kampus.localhost",
    ...prepared.variables,
  });
  await (await openServices(env, pino({ level: "silent" }))).close();
  project.provide("preparedDatabase", originalOf(prepared));
  return () => prepared.drop();
}
