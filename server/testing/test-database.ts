import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";

export interface TestDatabase {
  variables: Record<string, string>;
  drop(): Promise<void>;
}

/** An empty database of its own for a test file: on TEST_DATABASE_URL, else embedded. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? createOnServer(server) : createEmbedded();
}

async function createOnServer(server: string): Promise<TestDatabase> {
  const name = `kampus_test_${randomBytes(6).toString("hex")}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-test-"));
  return {
    variables: { DATABASE_URL: url.href, VAR_DIR: folder },
    async drop() {
      rmSync(folder, { recursive: true, force: true });
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function createEmbedded(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-test-"));
  cpSync(await emptyCluster(), path.join(folder, "db"), { recursive: true });
  return {
    variables: { VAR_DIR: folder },
    drop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

/** Making a cluster takes seconds, copying one does not: it is made once for each version of PGlite. */
async function emptyCluster(): Promise<string> {
  const manifest = new URL("../../node_modules/@electric-sql/pglite/package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const cluster = path.join(tmpdir(), `kampus-cluster-${version}`);
  if (existsSync(cluster)) return cluster;
  const draft = mkdtempSync(path.join(tmpdir(), "kampus-cluster-draft-"));
  const database = await PGlite.create({ dataDir: draft });
  await database.close();
  try {
    renameSync(draft, cluster);
  } catch (error) {
    // A test file that runs beside this one was faster.
    if (!existsSync(cluster)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return cluster;
}
