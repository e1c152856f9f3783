/** Databases with the members of `npm run seed`. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client } from "pg";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

/** Seeds a database of its own; `amounts` as the arguments of the seed are named. */
export async function seedTemporaryDatabase(
  amounts: Record<string, number>,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const database = await createTemporaryDatabase();
  const asked = Object.entries(amounts).map(([name, count]) => `--${name}=${count}`);
  try {
    const { stdout } = await promisify(execFile)(
      projectNode,
      [inRoot("server/seed.ts"), ...asked],
      { env: { ...process.env, DATABASE_URL: database.url } },
    );
    process.stdout.write(stdout);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

export async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
