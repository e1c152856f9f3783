/**
 * Connections to PostgreSQL: its own, or those of a pooler such as PgBouncer, which lends a connection for one
 * transaction. Session state (settings, prepared statements, locks) would reach the next borrower of that connection,
 * so behind a pooler every statement runs in a transaction that brings its settings along (D-POOLER).
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
import { errorCodeOf } from "#server/infra/start-fault.ts";
import { traceQueries } from "#server/db/trace-queries.ts";
import { isTracing } from "#server/telemetry/tracing.ts";

/** A query that nearly every request runs: one text, whatever its parameters. */
export interface FrequentQuery {
  /** Names its plan; no other text may have it. */
  name: string;
  text: string;
}

export interface ServerPool extends PostgresPool {
  /** Not for transactions. A connection of PostgreSQL plans such a query once, a pooler each time. */
  ask: (query: FrequentQuery, parameters: unknown[]) => Promise<unknown[]>;
  connections: Pool;
}

interface ServerPoolOptions {
  address: DatabaseAddress;
  max: number;
  /** Settings of PostgreSQL that apply to every statement; values are numbers or words. */
  settings: { statement_timeout: number } & Record<string, number | string>;
  /** How long an answer may take, in milliseconds, unless `isPatient` returns true. */
  silentMsMax: number;
  isPatient: () => boolean;
  log: Logger;
}

/** A pool of connections, each of which detects by itself whether it leads to PostgreSQL or to a pooler. */
export function openServerPool(options: ServerPoolOptions): ServerPool {
  const { address, max, settings, silentMsMax, isPatient, log } = options;
  const hosts = databaseHosts(address);
  const pooled = new WeakSet<ClientBase>();
  const known = new WeakMap<PoolClient, ServerClient>();
  const long = new LongStatements();
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
    const served =
      known.get(client) ?? new ServerClient(client, settings, pooled.has(client) ? null : long);
    known.set(client, served);
    return served;
  };
  return {
    options: pool.options,
    connect: async () => (await connect()) as unknown as PostgresPoolClient, // no query of Kampus uses a cursor
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

/** pg returns a bigint as text, because not every one fits a JavaScript number; our counts do. */
const getTypeParser: CustomTypesConfig["getTypeParser"] = (type, format) => {
  if (type === types.builtins.INT8) return Number;
  const parse = types.getTypeParser(type, format) as (text: string) => unknown; // its type says `any`
  const isBigintArray = (type as number) === 1016; // the enumeration lacks it
  return isBigintArray ? (text: string) => (parse(text) as string[]).map(Number) : parse; // a list of texts
};

/** A pool whose lost connections do not end the process. `onConnect` completes before a new connection is used. */
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
      // A connection that the database drops, idle or in use, must not end the process; the pool opens another. The
      // pool reports idle ones alone, and an error without a listener is thrown.
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
 * Gives the session these settings, unless a pooler stands between: its clients have a process number that PostgreSQL
 * does not know. Returns whether they were set.
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

/** Statements that PostgreSQL refuses in a transaction; they take time in proportion to a whole table. */
const runsAlone =
  /^\s*(?:vacuum|reindex\b.*\bconcurrently|(?:create|drop)\s+(?:unique\s+)?index\s+concurrently)\b/is;
const beginsTransaction = /^(?:begin|start transaction)[^;]*$/i;
/** Several statements that are a transaction of their own, with its settings: those of the job queue. */
const isTransaction = /^\s*begin\s*;/i;

/** Names of long statements begin with this; those of frequent queries do not. */
export const longPrefix = "long_";
/** PostgreSQL's code for a plan that no longer fits the schema (“cached plan must not change result type”). */
const stalePlanCode = "0A000";
/** A statement this long (in characters) takes PostgreSQL longer to plan than to run. */
const longFrom = 1_500;
/** It gets a name once it has been sent this often. The text of one that grows with a list seldom comes again. */
const usesMin = 5;
/** Limits the names, because each plan takes memory of every connection. */
const preparedMax = 100;
/** Limits the texts that are counted and have no name yet. */
const countedMax = 200;
const reads = /^\s*(?:select|with)\b/i;

/** The names of the long statements that a process sends often, by which its connections plan them once (D-PLANNED). */
class LongStatements {
  readonly #names = new Map<string, string>();
  /** How often each text without a name was sent. The text that was sent last stands last. */
  readonly #uses = new Map<string, number>();

  /** Undefined for a statement that PostgreSQL is to plan each time. */
  nameOf(text: string): string | undefined {
    if (text.length < longFrom || !reads.test(text)) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === preparedMax) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.delete(text);
    if (uses < usesMin) {
      this.#uses.set(text, uses);
      const [oldest] = this.#uses.keys();
      if (this.#uses.size > countedMax && oldest !== undefined) this.#uses.delete(oldest);
      return undefined;
    }
    const given = `${longPrefix}${this.#names.size + 1}`;
    this.#names.set(text, given);
    return given;
  }
}

class ServerClient {
  readonly #client: PoolClient;
  /** Null behind a pooler, where nothing has a name. */
  readonly #long: LongStatements | null;
  readonly #statementTimeout: number;
  readonly #setLocal: string;
  #isSpent = false;

  constructor(
    client: PoolClient,
    settings: ServerPoolOptions["settings"],
    long: LongStatements | null,
  ) {
    this.#client = client;
    this.#long = long;
    this.#statementTimeout = settings.statement_timeout;
    this.#setLocal = Object.entries(settings)
      .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
      .join("; ");
  }

  get #isPooled(): boolean {
    return this.#long === null;
  }

  ask({ name, text }: FrequentQuery, values: unknown[]) {
    return this.#isPooled ? this.query(text, values) : this.#send({ name, text, values });
  }

  query(text: string, values?: unknown[]) {
    if (this.#client.getTransactionStatus() !== "I") return this.#run(text, values);
    if (runsAlone.test(text)) return this.#queryAlone(text, values);
    if (!this.#isPooled || isTransaction.test(text)) return this.#run(text, values);
    if (beginsTransaction.test(text)) return this.#run(`${text}; ${this.#setLocal}`);
    return this.#queryInTransaction(text, values);
  }

  /**
   * After a read-only error the connection is destroyed, so the next one can reach the new primary; likewise with a plan
   * that no longer fits the schema.
   */
  release(destroy = false) {
    this.#client.release(destroy || this.#isSpent);
  }

  #run(text: string, values?: unknown[]): Promise<QueryResult> {
    const name = values && this.#long?.nameOf(text);
    return name === undefined ? this.#send(text, values) : this.#send({ name, text, values });
  }

  async #send(query: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
    try {
      return await this.#client.query(query, values);
    } catch (error) {
      this.#isSpent ||= isReadOnly(error) || errorCodeOf(error) === stalePlanCode;
      throw error;
    }
  }

  async #queryInTransaction(text: string, values?: unknown[]) {
    await this.#run(`BEGIN; ${this.#setLocal}`);
    let result;
    try {
      result = await this.#run(text, values);
    } catch (error) {
      // A lost connection has ended its transaction too; the error to report is that of the query.
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

/** The parts that the types of pg leave out of a client; the stream is a socket, or TLS over one. */
interface Connected {
  connection: EventEmitter & {
    stream: Pick<Socket, "bytesWritten" | "destroy" | "on" | "setTimeout">;
  };
}

/**
 * Closes a connection on which a query has had no answer for `afterMs`: behind a frozen server, or a network that drops
 * packets, it would wait for ever. Not while `isPatient` returns true.
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
