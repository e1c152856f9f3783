import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import { askDatabase } from "#server/testing/doubles/ask-database.ts";

export interface TestDatabase {
  variables: Record<string, string>;
  drop(): Promise<void>;
}

/** The database to copy: a folder with an embedded one, or a name on TEST_DATABASE_URL. */
export type Original = string;

/** A database of its own for a test file, on TEST_DATABASE_URL, else embedded: a copy of `original`, or empty. */
export async function createTestDatabase(original?: Original): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? createOnServer(server, original) : createEmbedded(original);
}

/** The database that `createTestDatabase` copies; nothing may be connected to it. */
export function originalOf({ variables }: TestDatabase): Original {
  const { DATABASE_URL: url, VAR_DIR: folder = "" } = variables;
  return url === undefined ? folder : new URL(url).pathname.slice(1);
}

/** Two files run at once, some with several nodes, and PostgreSQL takes a hundred connections of all of them. */
const connectionsOfNode = "10";

async function createOnServer(server: string, original?: Original): Promise<TestDatabase> {
  const name = `kampus_test_${randomBytes(6).toString("hex")}`;
  await askDatabase(server, `CREATE DATABASE ${name} TEMPLATE ${original ?? "template1"}`);
  // A pooler keeps connections, which the copied database must not have, so an original is made without it.
  const url = new URL((original !== undefined && inject("poolerUrl")) || server);
  url.pathname = `/${name}`;
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-test-"));
  return {
    variables: { DATABASE_URL: url.href, VAR_DIR: folder, DATABASE_POOL: connectionsOfNode },
    async drop() {
      rmSync(folder, { recursive: true, force: true });
      await askDatabase(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

function createEmbedded(original?: Original): TestDatabase {
  const folder = mkdtempSync(path.join(tmpdir(), "kampus-test-"));
  if (original !== undefined)
    cpSync(path.join(original, "db"), path.join(folder, "db"), { recursive: true });
  return {
    variables: { VAR_DIR: folder },
    drop: () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}
