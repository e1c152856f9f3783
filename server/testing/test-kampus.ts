/** A whole back end on a database of its own, for route tests. */
import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { InjectOptions } from "fastify";
import { sql, type UpdateObject } from "kysely";
import { type Logger, pino } from "pino";
import { afterAll, beforeAll, inject } from "vitest";
import type { User } from "#lib/auth/schema.ts";
import { purgeAccounts } from "#server/account/purge.ts";
import { type AppOptions, buildApp } from "#server/app.ts";
import { forgetMember, forgetPortion } from "#server/compose/personal-data.ts";
import type { Tables } from "#server/db/tables.ts";
import { type Env, readEnv } from "#server/env.ts";
import { releaseForgotten } from "#server/media/release.ts";
import { openServices } from "#server/services.ts";
import { recordStatements } from "#server/testing/record-statements.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

export interface TestMember {
  id: number;
  token: string;
  email: string;
  password: string;
  user: User;
}

interface CallOptions extends Pick<InjectOptions, "headers" | "query" | "remoteAddress"> {
  token?: string;
  body?: object | string;
  host?: string;
}

export type TestKampus = Awaited<ReturnType<typeof serve>>;
type StartedKampus = Awaited<ReturnType<typeof startTestKampus>>;

export const captchaAnswer = "kampus";
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
  return new Proxy({} as StartedKampus, {
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
  let members = 0;

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

    /** A live key, whose test answer is accepted once. */
    async captchaKey(): Promise<string> {
      return (await call("GET", "/api/captcha/flat")).json<{ key: string }>().key;
    },

    /** The fields of a form that a captcha guards. */
    captcha: async () => ({ captcha: captchaAnswer, key: await kampus.captchaKey() }),

    signIn: async (login: string, password: string | null, locale = "ru") =>
      call("POST", `/api/${locale}/login`, {
        body: { login, password, ...(await kampus.captcha()) },
      }),

    /** The mails to an address, newest first, once there are at least `count`. */
    async mails(to: string, count = 1): Promise<{ subject: string; text: string; html: string }[]> {
      const deadline = Date.now() + 10_000;
      for (;;) {
        const answer = await call("GET", "/messages", {
          host: `mail.${rootDomain}`,
          query: { to },
        });
        const { data } = answer.json<{ data: { subject: string; text: string; html: string }[] }>();
        if (data.length >= count) return data;
        if (Date.now() > deadline)
          throw new Error(`${data.length} of ${count} mails to ${to} after 10 s`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },

    async confirmationToken(to: string, count = 1): Promise<string> {
      const [mail] = await kampus.mails(to, count);
      const token = /\/confirmation\/([\w-]+)/.exec(mail?.text ?? "")?.[1];
      if (!token) throw new Error(`no confirmation link in the mail to ${to}`);
      return token;
    },

    /** Signs a member up through the API, not confirmed yet. */
    async signUp(fields: Record<string, string> = {}): Promise<TestMember> {
      members += 1;
      const form = {
        surname: "Каримов",
        name: "Алишер",
        patronymic: "Бахтиёрович",
        email: `member${members}@${env.accountDomains[0]}`,
        password: "correct horse",
        ...fields,
      };
      const answer = await call("POST", "/api/ru/registration", {
        body: {
          password_confirmation: form.password,
          ...(await kampus.captcha()),
          ...form,
        },
      });
      if (answer.statusCode !== 201) throw new Error(`sign-up: ${answer.body}`);
      const { token, user } = answer.json<{ token: string; user: User }>();
      return { id: user.id, token, email: form.email, password: form.password, user };
    },

    /** A member who has confirmed their address. */
    async member(fields: Record<string, string> = {}): Promise<TestMember> {
      const member = await kampus.signUp(fields);
      const token = await kampus.confirmationToken(member.email);
      const answer = await call("POST", "/api/ru/email/verify", { body: { token } });
      if (answer.statusCode !== 200) throw new Error(`confirmation: ${answer.body}`);
      return member;
    },

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

    /** As each node does every hour; returns how many accounts it purged. */
    purgeAccounts: () => purgeAccounts({ db, forget: forgetMember, forgetPortion }, log),

    /** As each node does every hour; returns how many media it released. */
    releaseMedia: () => releaseForgotten(db),

    /** Purges an account as if it had been deleted a month ago. */
    async purge(member: { id: number }): Promise<void> {
      await kampus.updateMember(member, { deleted_at: sql<Date>`now() - interval '31 days'` });
      if ((await kampus.purgeAccounts()) !== 1) throw new Error("one account was to be purged");
    },

    /** Listens on a free port, for sockets and for what `inject` bypasses; returns the port. */
    async listen(): Promise<number> {
      if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
      return (app.server.address() as AddressInfo).port;
    },

    async close(): Promise<void> {
      await app.close();
      await services.close();
    },
  };
  return kampus;
}
