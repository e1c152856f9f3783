/**
 * The servers of one database, of which one at a time accepts writes; after a failover it is another one (D-FAILOVER).
 */
import { Client, type PoolConfig } from "pg";
import type { DatabaseAddress } from "#server/db/database-address.ts";
import { errorCodeOf } from "#server/infra/start-fault.ts";

/** New connections go to the server that worked last; where that fails, the next server is tried, each of them once. */
export function databaseHosts({ urls }: DatabaseAddress) {
  let at = 0;
  return {
    /** Connects to the server that is tried next. */
    Client: class extends Client {
      constructor(config?: PoolConfig) {
        super({ ...config, connectionString: urls[at] });
      }
    },
    async tryEach<T>(connect: () => Promise<T>): Promise<T> {
      for (let triesLeft = urls.length; ; triesLeft -= 1) {
        const tried = at;
        try {
          return await connect();
        } catch (error) {
          if (error instanceof Error) connectErrors.add(error);
          if (triesLeft <= 1 || isPoolBusy(error)) throw error;
          // Another connection that failed at the same time may have moved on already.
          if (at === tried) at = (tried + 1) % urls.length;
        }
      }
    },
  };
}

const connectErrors = new WeakSet<Error>();

/**
 * Whether connecting failed with this error. A database that is closed, gone or does not know the password refuses with
 * codes that a wrong statement may have, too.
 */
export const isConnectError = (error: Error) => connectErrors.has(error);

/** All connections are in use, which is not the fault of a server. */
const isPoolBusy = (error: unknown) =>
  error instanceof Error && error.message.startsWith("timeout exceeded when trying to connect");

const readOnlyCode = "25006";

/** Whether PostgreSQL refused a write as read-only: a standby, or a server that its operator has locked. */
export const isReadOnly = (error: unknown) => errorCodeOf(error) === readOnlyCode;

/** A statement that changes nothing, and fails where a write would. */
export const refuseReadOnly = `
  DO $$ BEGIN
    IF current_setting('transaction_read_only') = 'on' THEN
      RAISE EXCEPTION 'the database takes no writes' USING ERRCODE = '${readOnlyCode}';
    END IF;
  END $$`;
