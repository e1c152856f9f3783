/** Whether members can sign up: the operator closes and opens it, and every node reads that (D-CLOSED). */
import fp from "fastify-plugin";
import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/http/failure.ts";
import { recurring } from "#server/infra/recurring.ts";

/** A row of `set_settings` that belongs to no language, while the sign-up is closed; without one it is open. */
const closing = { locale: "", field: "registration", value: "closed" } as const;

/** Returns whether it was open. */
export async function closeRegistration(trx: Db): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("set_settings")
    .values(closing)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns whether it was closed. */
export async function openRegistration(trx: Db): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("set_settings")
    .where("locale", "=", closing.locale)
    .where("field", "=", closing.field)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isRegistrationClosed(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("set_settings")
    .select("value")
    .where("locale", "=", closing.locale)
    .where("field", "=", closing.field)
    .executeTakeFirst();
  return row !== undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the sign-up is closed. It does not wait, because every page begins with it. */
    registrationIsClosed: () => boolean;
    /** Reads it again from the database. */
    refreshRegistration: () => Promise<void>;
    /** A hook of what a sign-up calls. @throws {Failure} `forbidden` while it is closed */
    requireOpenRegistration: () => Promise<void>;
  }
}

const everyMs = 5_000;

/** Caches whether the sign-up is closed; while the database is away, what was read last. */
export const registrationPlugin = fp<{ db: Db }>(async (app, { db }) => {
  let isClosed = false;
  const refresh = async () => {
    isClosed = await isRegistrationClosed(db);
  };
  // Before the first request, so that a node that starts lets nobody in.
  await refresh();
  recurring(app, {
    name: "registration",
    everyMs,
    work: refresh,
    failed: "could not read whether the sign-up is closed",
  });
  app.decorate("registrationIsClosed", () => isClosed);
  app.decorate("refreshRegistration", refresh);
  app.decorate("requireOpenRegistration", async () => {
    if (isClosed) throw new Failure("forbidden", { messageKey: "Errors.registrationClosed" });
  });
});
