import { Kysely, PostgresAdapter, PostgresDialect } from "kysely";
import type { Pool, PoolConfig } from "pg";
import type { Logger } from "pino";
import type { DatabaseAddress } from "#server/db/database-address.ts";
import { isConnectError } from "#server/db/database-hosts.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "#server/db/embedded.ts";
import {
  type FrequentQuery,
  openPool,
  openServerPool,
  type ServerPool,
} from "#server/db/server-pool.ts";
import type { Tables } from "#server/db/tables.ts";
import { errorCodeOf } from "#server/infra/start-fault.ts";

export type Db = Kysely<Tables>;

export interface Database extends AsyncDisposable {
  db: Db;
  backend: "postgres" | "pglite";
  /** Read-only copies, which lag behind (server/db/replicas.ts); empty for the embedded database. */
  replicas: Db[];
  /**
   * Runs a query that bypasses the query builder; PostgreSQL plans it once per connection. `Row` is the type of a
   * selected row. Must not be used in transactions.
   */
  ask: <Row>(query: FrequentQuery, parameters: unknown[]) => Promise<Row[]>;
  /** From now on a silent PostgreSQL counts as unreachable; before, a migration may take its time. */
  expectAnswers(): void;
  /** The connections of this process, by their pool: `queries`, `lookups`, and `replica_1` and so on. */
  connections(): Record<string, Connections>;
  close(): Promise<void>;
}

interface Connections {
  used: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
  max: number;
}

const connectionsOf = ({ totalCount, idleCount, waitingCount, options }: Pool): Connections => ({
  used: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
  max: options.max,
});

interface DatabaseOptions {
  databaseAddress: DatabaseAddress | undefined;
  /**
   * The limit of this process's connections to PostgreSQL, including those of `ask`; those to replicas come in
   * addition.
   */
  databasePoolMax: number;
  databaseReplicas?: DatabaseAddress[] | undefined;
  varDir: string;
  log: Logger;
  /** How long an answer may take, once PostgreSQL has had the time to cancel the statement by itself. */
  silentMsMax?: number;
  /** How long a transaction may wait for its next statement. */
  idleMsMax?: number;
}

const statementMsMax = 4_500;
/**
 * A machine that is lost within a transaction leaves it open, and PostgreSQL would keep its row locks until the system
 * gives its connection up, by default after two hours.
 */
const idleInTransactionMsMax = 10_000;
/** `ask` gets a fifth of the connections, up to this many. */
const lookupsMax = 4;

/** PostgreSQL at its address, else the embedded database: through `pg` either way (docs/architecture.md). */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseAddress } = options;
  return databaseAddress
    ? Promise.resolve(openOnServer({ ...options, databaseAddress }))
    : openEmbedded(options);
}

function openOnServer({
  databaseAddress,
  databasePoolMax,
  databaseReplicas = [],
  log,
  silentMsMax = statementMsMax + 400,
  idleMsMax = idleInTransactionMsMax,
}: DatabaseOptions & { databaseAddress: DatabaseAddress }): Database {
  let isPatient = true;
  const openConnections = (
    max: number,
    settings?: Record<string, string>,
    address = databaseAddress,
  ) =>
    openServerPool({
      address,
      max,
      silentMsMax,
      log,
      settings: {
        statement_timeout: statementMsMax,
        idle_in_transaction_session_timeout: idleMsMax,
        // JIT compilation takes longer than any of our queries, and pages are in memory or on SSDs.
        jit: "off",
        random_page_cost: 1.1,
        ...settings,
      },
      isPatient: () => isPatient,
    });
  const lookups = Math.min(lookupsMax, Math.max(1, Math.floor(databasePoolMax / 5)));
  const pool = openConnections(databasePoolMax - lookups);
  // These queries look up single rows, so a cached plan made while a table was small must not scan it whole.
  const lookupPool = openConnections(lookups, { enable_seqscan: "off" });
  const open = (pool: ServerPool): Db => new Kysely({ dialect: new KampusDialect({ pool }) });
  const db = open(pool);
  const replicaPools = databaseReplicas.map((address) =>
    openConnections(databasePoolMax, {}, address),
  );
  const replicas = replicaPools.map(open);
  const close = async () => {
    await Promise.all([db, ...replicas].map((opened) => opened.destroy()));
    await lookupPool.end();
  };
  return {
    db,
    backend: "postgres",
    replicas,
    ask: async <Row>(query: FrequentQuery, parameters: unknown[]) =>
      (await lookupPool.ask(query, parameters)) as Row[], // the caller knows the columns of its query
    expectAnswers() {
      isPatient = false;
    },
    connections: () => ({
      queries: connectionsOf(pool.connections),
      lookups: connectionsOf(lookupPool.connections),
      ...Object.fromEntries(
        replicaPools.map(({ connections }, index) => [
          `replica_${index + 1}`,
          connectionsOf(connections),
        ]),
      ),
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openEmbedded({ varDir, log }: DatabaseOptions): Promise<Database> {
  const embedded = await openEmbeddedDatabase(varDir);
  const pool = openPool({ ...sessionOf(embedded), max: 1 }, log);
  const db = new Kysely<Tables>({ dialect: new KampusDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    await embedded.close();
  };
  return {
    db,
    backend: "pglite",
    replicas: [],
    async ask<Row>({ text }: FrequentQuery, values: unknown[]) {
      // The session is returned to the pool unchanged: a named plan would outlive the code that knows it.
      const { rows } = await pool.query({ text, values });
      return rows as Row[]; // the caller knows the columns of its query
    },
    expectAnswers: () => undefined,
    connections: () => ({ queries: connectionsOf(pool) }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Kysely's own migration lock belongs to the session, which a pooler shares, and it waits an hour for any lock. Nodes
 * take turns by `oneAtATime` instead.
 */
class KampusDialect extends PostgresDialect {
  override createAdapter() {
    return new AdapterWithoutLock();
  }
}

class AdapterWithoutLock extends PostgresAdapter {
  override acquireMigrationLock = () => Promise.resolve();
  override releaseMigrationLock = () => Promise.resolve();
}

const sessionOf = ({ host, port }: EmbeddedDatabase): PoolConfig => ({
  host,
  port,
  user: "postgres",
  database: "postgres",
  // Sessions belong to this process alone, so closing idle ones would only cost time.
  idleTimeoutMillis: 0,
});

// No connection, shutting down, out of connections, memory or disk, failing disk, a read-only standby.
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

/** Whether an error means that the database is away or overloaded, rather than that the query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error) ?? "";
  return (
    isConnectError(error) ||
    serverFault.test(code) ||
    networkFaults.has(code) ||
    code === "57014" ||
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/.test(
      error.message,
    )
  );
}

/** Whether the database refused a value itself (class 22: out of range, not a date, not text): the client's mistake. */
export const isUnstorable = (error: unknown): boolean =>
  /^22[0-9A-Z]{3}$/.test(errorCodeOf(error) ?? "");

/** Whether the database gave up a transaction for another (class 40: a deadlock, a conflict): it may succeed when repeated. */
export const isGivenUp = (error: unknown): boolean =>
  /^40(001|P01)$/.test(errorCodeOf(error) ?? "");

/** The mark between the base name and the number of a partition, or of an index of it. */
export const partitionMark = "_part_";

/**
 * Name of the unique, check or foreign key constraint that an error says was violated, else undefined. For a partition
 * it is the name that the constraint has on the whole table.
 */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("constraint" in error)) return undefined;
  const { code, constraint } = error;
  return ["23503", "23505", "23514"].some((known) => known === code) &&
    typeof constraint === "string"
    ? constraint.split(partitionMark)[0]
    : undefined;
}
