/** Databases with the members of `npm run seed`. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client } from "pg";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

export async function seedDatabaseAt(url: string, members: number): Promise<void> {
  const seeding = [inRoot("server/seed.ts"), `--members=${members}`];
  const env = { ...process.env, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(projectNode, seeding, { env });
  process.stdout.write(stdout);
}

export async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
