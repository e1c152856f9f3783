/** A whole back end on a database of its own, for route tests. */
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { InjectOptions } from "fastify";
import { sql, type UpdateObject } from "kysely";
import { type Logger, pino } from "pino";
import { afterAll, beforeAll, inject } from "vitest";
import { purgeAccounts } from "#server/account/purge.ts";
import { type AppOptions, buildApp } from "#server/app.ts";
import { forgetMember, forgetPortion } from "#server/compose/personal-data.ts";
import type { Tables } from "#server/db/tables.ts";
import { type Env, readEnv } from "#server/env.ts";
import { releaseForgotten } from "#server/media/release.ts";
import { openServices } from "#server/services.ts";
import { recordStatements } from "#server/testing/record-statements.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";
import { captchaAnswer, testMembers } from "#server/testing/test-members.ts";

interface CallOptions extends Pick<InjectOptions, "headers" | "query" | "remoteAddress"> {
  token?: string;
  body?: object | string;
  host?: string;
}

export type TestKampus = Awaited<ReturnType<typeof serve>>;
type StartedKampus = Awaited<ReturnType<typeof startTestKampus>>;

const rootDomain = "kampus.localhost";

if (process.env.RECORD_STATEMENTS) recordStatements(process.env.RECORD_STATEMENTS);

/** A Kampus for all tests of a file: it starts before the first of them and is closed after the last. */
export function kampusForFile(...options: Parameters<typeof startTestKampus>): StartedKampus {
  let started: StartedKampus | undefined;
  beforeAll(async () => {
    started = await startTestKampus(...options);
  });
  afterAll(() => started?.close());
  // A file declares what it uses before anything has started.
  const unstarted = {} as StartedKampus; // nothing is read of it
  return new Proxy(unstarted, {
    get: (_unstarted, name) => {
      if (!started) throw new Error("the Kampus of this file has not started");
      return Reflect.get(started, name) as unknown;
    },
  });
}

/**
 * `variables` override the environment, e.g. `{ RATE_LIMIT_SCALE: "1" }`; by default limits are too high to be reached.
 */
export async function startTestKampus(
  variables: Record<string, string> = {},
  log: Logger = pino({ level: "silent" }),
  options: Pick<AppOptions, "presenceTimes" | "noticeSettleMs"> = {},
) {
  const testDatabase = await createTestDatabase(inject("preparedDatabase"));
  const redis = process.env.TEST_REDIS_URL;
  const given = {
    NODE_ENV: "test",
    ROOT_DOMAIN: rootDomain,
    CAPTCHA_TEST_ANSWER: captchaAnswer,
    RATE_LIMIT_SCALE: "1000",
    ...(redis && { REDIS_URL: `${redis}?keyPrefix=test-${randomBytes(6).toString("hex")}:` }),
    ...testDatabase.variables,
    ...variables,
  };
  const kampus = await serve(readEnv(given), log, options);
  return {
    ...kampus,
    /** Another node of the same deployment; where the database is embedded there can be none. */
    anotherNode: (own: Record<string, string> = {}, ownLog = log) =>
      serve(readEnv({ ...given, ...own }), ownLog, options),
    async close(): Promise<void> {
      await kampus.close();
      await testDatabase.drop();
    },
  };
}

async function serve(
  env: Env,
  log: Logger,
  options: Pick<AppOptions, "presenceTimes" | "noticeSettleMs">,
) {
  const services = await openServices(env, log);
  const { db } = services.database;
  const app = await buildApp({ env, ...services, log, ...options });

  /** The method in any case, as documents of routes write it. */
  const call = (method: string, url: string, { token, body, host, ...rest }: CallOptions = {}) =>
    app.inject({
      method: method.toUpperCase() as "GET", // tables of routes hold texts
      url,
      ...rest,
      headers: {
        host: host ?? `site.${rootDomain}`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...rest.headers,
      },
      ...(body !== undefined && { payload: body }),
    });

  const kampus = {
    ...testMembers(call, env),
    app,
    env,
    database: services.database,
    db,
    storage: services.storage,
    limits: services.limits,
    call,
    get: (url: string, options?: CallOptions) => call("GET", url, options),
    post: (url: string, body?: object | string, options?: CallOptions) =>
      call("POST", url, { ...options, ...(body !== undefined && { body }) }),

    put: (url: string, body: object, options?: CallOptions) =>
      call("PUT", url, { ...options, body }),
    delete: (url: string, options?: CallOptions) => call("DELETE", url, options),

    /** Writes columns of the member's row, past the routes. */
    updateMember: ({ id }: { id: number }, columns: UpdateObject<Tables, "users">) =>
      db.updateTable("users").set(columns).where("id", "=", id).execute(),

    /** How many statements of the database wait for a lock. */
    async waitingForLocks(): Promise<number> {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    },

    rowOf: ({ id }: { id: number }) =>
      db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),

    /** Does what each node does every hour; returns how many accounts it purged. */
    purgeAccounts: () => purgeAccounts({ db, forget: forgetMember, forgetPortion }, log),

    /** Does what each node does every hour; returns how many media it released. */
    releaseMedia: () => releaseForgotten(db),

    /** Purges an account as if it had been deleted a month ago. */
    async purge(member: { id: number }): Promise<void> {
      await kampus.updateMember(member, { deleted_at: sql<Date>`now() - interval '31 days'` });
      if ((await kampus.purgeAccounts()) !== 1) throw new Error("one account was to be purged");
    },

    /** Listens on a free port, for sockets and for what `inject` bypasses; returns the port. */
    async listen(): Promise<number> {
      if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
      return (app.server.address() as AddressInfo).port; // it listens on a port
    },

    async close(): Promise<void> {
      await app.close();
      await services.close();
    },
  };
  return kampus;
}
