import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "#server/db/embedded.ts";
import type { Tables } from "#server/db/tables.ts";

export type Db = Kysely<Tables>;

/** A query that is run with nearly every request: one text, whatever its parameters. */
export interface FrequentQuery {
  /** Names its plan; no other text may have it. */
  name: string;
  text: string;
}

export interface Database {
  db: Db;
  backend: "postgres" | "pglite";
  /**
   * Asks a query past the query builder; PostgreSQL plans it once a connection. `Row` is what the text selects.
   * Not for transactions.
   */
  ask: <Row>(query: FrequentQuery, parameters: unknown[]) => Promise<Row[]>;
  /** From now on PostgreSQL is away too when it says nothing; until then a migration may take its time. */
  expectAnswers(): void;
  close(): Promise<void>;
}

interface DatabaseOptions {
  databaseUrl: string | undefined;
  varDir: string;
  log: Logger;
  /** How long an expected answer may take, once PostgreSQL has had the time to end the statement by itself. */
  silentMsMax?: number;
}

const statementMsMax = 4_500;
/** Connections of a process; those of `ask` among them. */
const connectionsMax = 20;
const lookupsMax = 4;

/** PostgreSQL by its URL, else the embedded database: through `pg` either way (docs/architecture.md). */
export async function openDatabase({
  databaseUrl,
  varDir,
  log,
  silentMsMax = statementMsMax + 400,
}: DatabaseOptions): Promise<Database> {
  const embedded = databaseUrl ? null : await openEmbeddedDatabase(varDir);
  let isPatient = true;
  const openServerPool = (max: number, settings?: string) => {
    const pool = openPool({ ...serverAt(databaseUrl, settings), max }, log);
    giveUpSilent(pool, { afterMs: silentMsMax, isPatient: () => isPatient });
    return pool;
  };
  const pool = embedded
    ? openPool({ ...sessionOf(embedded), max: 1 }, log)
    : openServerPool(connectionsMax - lookupsMax);
  // Its queries look up single rows. A plan that was made while a table was small, and cached, reads none whole.
  const lookupPool = embedded ? pool : openServerPool(lookupsMax, "-c enable_seqscan=off");
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    backend: embedded ? "pglite" : "postgres",
    async ask<Row>({ name, text }: FrequentQuery, parameters: unknown[]) {
      // The embedded session is handed from pool to pool as it is: plans would outlive those who know them.
      const query = embedded ? { text } : { name, text };
      const result = await lookupPool.query({ ...query, values: parameters });
      return result.rows as Row[];
    },
    expectAnswers() {
      isPatient = false;
    },
    async close() {
      await db.destroy();
      if (lookupPool !== pool) await lookupPool.end();
      await embedded?.close();
    },
  };
}

const sessionOf = ({ host, port }: EmbeddedDatabase): PoolConfig => ({
  ...{ host, port, user: "postgres", database: "postgres" },
  // The session is the process's own: closing it when idle would only cost.
  idleTimeoutMillis: 0,
});

const serverAt = (connectionString: string | undefined, settings = ""): PoolConfig => ({
  connectionString,
  statement_timeout: statementMsMax,
  // Compiling a query takes longer than any of ours; and pages are in memory or on disks without arms.
  options: `-c jit=off -c random_page_cost=1.1 ${settings}`,
  idleTimeoutMillis: 30_000,
});

function openPool(config: PoolConfig, log: Logger): Pool {
  const pool = new Pool({ ...config, connectionTimeoutMillis: 4_000 });
  // A connection that the database drops, idle or in use, must not end the process; the pool opens another. The pool
  // reports idle ones alone, and an error that nobody listens for is thrown.
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      log.warn({ err: error }, "database connection lost");
    });
  });
  pool.on("error", () => undefined);
  return pool;
}

// No connection, shutting down, out of connections, memory or disk, failing disk, a standby that takes no writes.
const serverFault = /^(08|53|57P0|58|25006)/;
const networkFaults = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Whether an error says that the database is away or overloaded, rather than that the query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    serverFault.test(code) ||
    networkFaults.has(code) ||
    code === "57014" ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/.test(
      error.message,
    )
  );
}

/** Whether the database refused a value itself (class 22: out of range, not a date, not text): the client's mistake. */
export function isUnstorable(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^22[0-9A-Z]{3}$/.test(error.code)
  );
}

/** Name of the unique, check or foreign key constraint that an error says was broken, else undefined. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return undefined;
  const { code, constraint } = error;
  return ["23503", "23505", "23514"].some((known) => known === code) &&
    typeof constraint === "string"
    ? constraint
    : undefined;
}

/** What the types of pg leave out of a client in a pool; the stream is a socket, or TLS over one. */
interface Connected {
  connection: EventEmitter & {
    stream: Pick<Socket, "bytesWritten" | "destroy" | "on" | "setTimeout">;
  };
}

/**
 * Closes connections on which a query has had no answer for `afterMs`: behind a frozen server, or a network that swallows
 * packets, it would wait for ever. Not while `isPatient` answers true.
 */
function giveUpSilent(
  pool: Pool,
  { afterMs, isPatient }: { afterMs: number; isPatient: () => boolean },
): void {
  pool.on("connect", (client) => {
    const { connection } = client as unknown as Connected; // The types leave it out.
    const { stream } = connection;
    let answered = stream.bytesWritten;
    connection.on("readyForQuery", () => {
      answered = stream.bytesWritten;
    });
    stream.setTimeout(afterMs);
    // Emitted after each silence of that length, also while no query is under way.
    stream.on("timeout", () => {
      if (stream.bytesWritten > answered && !isPatient()) stream.destroy();
    });
  });
}
