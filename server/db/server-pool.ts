/**
 * Connections to PostgreSQL: its own, or those of a pooler such as PgBouncer, which lends a connection for one transaction.
 * What a session holds (settings, prepared statements, locks) would reach whoever is lent that connection next, so behind
 * a pooler every statement runs in a transaction that brings its settings along (D-POOLER).
 */
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import {
  type ClientBase,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
  types,
} from "pg";
import type { Logger } from "pino";
import type { DatabaseAddress } from "#server/db/database-address.ts";
import { databaseHosts, isReadOnly, refuseReadOnly } from "#server/db/database-hosts.ts";

import { traceQueries } from "#server/db/trace-queries.ts";
import { isTracing } from "#server/telemetry/tracing.ts";

/** A query that is run with nearly every request: one text, whatever its parameters. */
export interface FrequentQuery {
  /** Names its plan; no other text may have it. */
  name: string;
  text: string;
}

export interface ServerPool extends PostgresPool {
  /** Not for transactions. A connection of PostgreSQL plans such a query once, a pooler has it planned each time. */
  ask: (query: FrequentQuery, parameters: unknown[]) => Promise<unknown[]>;
  connections: Pool;
}

interface ServerPoolOptions {
  address: DatabaseAddress;
  max: number;
  /** Settings of PostgreSQL that hold for every statement; values are numbers or words. */
  settings: { statement_timeout: number } & Record<string, number | string>;
  /** How long an answer may take, in milliseconds, unless `isPatient` answers true. */
  silentMsMax: number;
  isPatient: () => boolean;
  log: Logger;
}

/** A pool of connections, each of which finds out by itself whether it leads to PostgreSQL or to a pooler. */
export function openServerPool(options: ServerPoolOptions): ServerPool {
  const { address, max, settings, silentMsMax, isPatient, log } = options;
  const hosts = databaseHosts(address);
  const pooled = new WeakSet<ClientBase>();
  const known = new WeakMap<PoolClient, ServerClient>();
  const pool = openPool(
    { Client: hosts.Client, max, idleTimeoutMillis: 30_000 },
    log,
    async (client) => {
      giveUpSilent(client, { afterMs: silentMsMax, isPatient });
      if (address.takesWrites) await client.query(refuseReadOnly);
      if (!(await setForSession(client, settings))) pooled.add(client);
    },
  );
  const connect = async () => {
    const client = await hosts.tryEach(() => pool.connect());
    const served = known.get(client) ?? new ServerClient(client, settings, pooled.has(client));
    known.set(client, served);
    return served;
  };
  return {
    options: pool.options,
    connect: async () => (await connect()) as unknown as PostgresPoolClient, // No query of Kampus uses a cursor.
    connections: pool,
    end: () => pool.end(),
    async ask(query, parameters) {
      const client = await connect();
      try {
        return (await client.ask(query, parameters)).rows as unknown[];
      } finally {
        client.release();
      }
    },
  };
}

/** pg answers a bigint as text, since not every one is a number of JavaScript; what we count are. */
const getTypeParser: CustomTypesConfig["getTypeParser"] = (type, format) => {
  if (type === types.builtins.INT8) return Number;
  const parse = types.getTypeParser(type, format) as (text: string) => unknown; // Its type says `any`.
  const isBigintArray = (type as number) === 1016; // The enumeration lacks it.
  return isBigintArray ? (text: string) => (parse(text) as string[]).map(Number) : parse;
};

/** A pool that no lost connection ends the process by. `onConnect` is done before a new connection is used. */
export function openPool(
  config: PoolConfig,
  log: Logger,
  onConnect?: (client: ClientBase) => Promise<void>,
): Pool {
  const pool = new Pool({
    ...config,
    types: { getTypeParser },
    connectionTimeoutMillis: 4_000,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it, its types do not say so
    onConnect: (client) => {
      // A connection that the database drops, idle or in use, must not end the process; the pool opens another. The pool
      // reports idle ones alone, and an error that nobody listens for is thrown.
      if (isTracing()) traceQueries(client);
      client.on("error", (error) => {
        log.warn({ err: error }, "database connection lost");
      });
      return onConnect?.(client);
    },
  });
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Gives the session these settings, unless a pooler stands between: its clients have a process number that is none of
 * PostgreSQL's. Answers whether they were given.
 */
async function setForSession(
  client: ClientBase,
  settings: ServerPoolOptions["settings"],
): Promise<boolean> {
  const { processID } = client as { processID?: number | null }; // The types leave it out.
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', false)`,
  );
  const { rows } = await client.query(
    `SELECT ${set.join(", ")} WHERE pg_backend_pid() = ${processID ?? 0}`,
  );
  return rows.length === 1;
}

/** PostgreSQL refuses them in a transaction, and they take as long as a whole table does. */
const runsAlone =
  /^\s*(?:vacuum|reindex\b.*\bconcurrently|(?:create|drop)\s+(?:unique\s+)?index\s+concurrently)\b/is;
const beginsTransaction = /^(?:begin|start transaction)[^;]*$/i;
/** Several statements that are a transaction of their own, with its settings: the job queue's. */
const isTransaction = /^\s*begin\s*;/i;

class ServerClient {
  readonly #client: PoolClient;
  readonly #isPooled: boolean;
  readonly #statementTimeout: number;
  readonly #setLocal: string;
  #tookNoWrites = false;

  constructor(client: PoolClient, settings: ServerPoolOptions["settings"], isPooled: boolean) {
    this.#client = client;
    this.#isPooled = isPooled;
    this.#statementTimeout = settings.statement_timeout;
    this.#setLocal = Object.entries(settings)
      .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
      .join("; ");
  }

  ask({ name, text }: FrequentQuery, values: unknown[]) {
    return this.#isPooled ? this.query(text, values) : this.#run({ name, text, values });
  }

  query(text: string, values?: unknown[]) {
    if (this.#client.getTransactionStatus() !== "I") return this.#run(text, values);
    if (runsAlone.test(text)) return this.#queryAlone(text, values);
    if (!this.#isPooled || isTransaction.test(text)) return this.#run(text, values);
    if (beginsTransaction.test(text)) return this.#run(`${text}; ${this.#setLocal}`);
    return this.#queryInTransaction(text, values);
  }

  /** The server takes no writes any more, so another server has replaced it, which a new connection may find. */
  release(destroy = false) {
    this.#client.release(destroy || this.#tookNoWrites);
  }

  async #run(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    try {
      return await this.#client.query(query, values);
    } catch (error) {
      this.#tookNoWrites ||= isReadOnly(error);
      throw error;
    }
  }

  async #queryInTransaction(text: string, values?: unknown[]) {
    await this.#run(`BEGIN; ${this.#setLocal}`);
    let result;
    try {
      result = await this.#run(text, values);
    } catch (error) {
      // Where the connection is gone, so is its transaction; what failed is the query.
      await this.#run("ROLLBACK").catch(() => undefined);
      throw error;
    }
    await this.#run("COMMIT");
    return result;
  }

  /** A pooler's connections have no timeout outside a transaction. */
  async #queryAlone(text: string, values?: unknown[]) {
    if (this.#isPooled) return this.#run(text, values);
    await this.#run("SET statement_timeout = 0");
    try {
      return await this.#run(text, values);
    } finally {
      await this.#run(`SET statement_timeout = ${this.#statementTimeout}`);
    }
  }
}

/** What the types of pg leave out of a client; the stream is a socket, or TLS over one. */
interface Connected {
  connection: EventEmitter & {
    stream: Pick<Socket, "bytesWritten" | "destroy" | "on" | "setTimeout">;
  };
}

/**
 * Closes a connection on which a query has had no answer for `afterMs`: behind a frozen server, or a network that swallows
 * packets, it would wait for ever. Not while `isPatient` answers true.
 */
function giveUpSilent(
  client: ClientBase,
  { afterMs, isPatient }: { afterMs: number; isPatient: () => boolean },
): void {
  const { connection } = client as unknown as Connected; // The types of pg leave this out.
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
}
