import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { passwordAgain } from "#lib/account/schema.ts";
import { findAccount } from "#server/account/accounts.ts";
import { archiveOf } from "#server/account/archive.ts";
import { clientOf } from "#server/auth/client.ts";
import { findUser } from "#server/auth/repository.ts";
import type { AuthService } from "#server/auth/service.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import { cutOffSlowReader } from "#server/http/slow-readers.ts";
import { type ExportFile, type ExportPart, json, jsonList } from "#server/infra/export-file.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, type Reader, readerOf } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  /** The parts that the other features add to the archive, in this order. */
  exports: ExportPart[];
  limits: Limits;
  auth: Pick<AuthService, "reauthenticate">;
}

/** Registered under /api/:locale/profile/setting: all data that Kampus holds of a member, as a ZIP of JSON files. */
export const exportRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, exports, limits, auth },
) => {
  const parts = [exportAccount(db), ...exports];
  app.post(
    "/export",
    {
      onRequest: app.requireSession,
      config: { lane: "long" },
      schema: {
        tags: ["account"],
        body: passwordAgain,
        response: { 200: { content: { "application/zip": { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { id } = memberOf(request);
      await auth.reauthenticate(id, request.body.password, clientOf(request));
      await limits.consume("export", id);
      const name = `kampus-${new Date().toISOString().slice(0, 10)}.zip`;
      void reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${name}"`);
      const stopWatching = cutOffSlowReader(request.raw.socket);
      reply.raw.once("close", stopWatching);
      // A session that ends during the download ends it, too (SEC-S6); without the database none can end.
      const confirm = async () => request.confirmSession?.().catch(throwIfUnauthenticated);
      return reply.send(archiveOf(filesOf(parts, readerOf(request)), confirm));
    },
  );

  // Pages of an older version use GET: the answer says that the password is missing.
  app.get("/export", { onRequest: app.requireSession, schema: { hide: true } }, () => {
    throw invalidField("password", "Site.required");
  });
};

function throwIfUnauthenticated(error: unknown): void {
  if (error instanceof Failure && error.code === "unauthenticated") throw error;
}

async function* filesOf(parts: ExportPart[], reader: Reader): AsyncGenerator<ExportFile> {
  for (const part of parts) yield* part(reader);
}

/** The account itself, its settings, its sessions and its known devices. */
const exportAccount = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "account.json", content: json(() => readAccount(db, id)) };
    yield { name: "settings.json", content: json(() => readSettings(db, id)) };
    yield { name: "sessions.json", content: jsonList(readSessions(db, id)) };
    yield { name: "known-devices.json", content: json(() => readKnownDevices(db, id)) };
  };

async function readAccount(db: Db, userId: number) {
  const [row, account] = await Promise.all([findUser(db, userId), findAccount(db, userId)]);
  if (!row) return null;
  const { id, surname, name, patronymic, email, phone, created_at, verified_at } = row;
  const { phone_changed_at, last_seen_at, suspended_at, suspended_until, suspended_for } = row;
  return {
    id,
    surname,
    name,
    patronymic,
    email,
    phone,
    phone_changed_at,
    birthday: account?.birthday ?? null,
    created_at,
    verified_at,
    last_seen_at,
    // A login tells the member of a suspension, too (D-SUSPENDED).
    suspended_at,
    suspended_until,
    suspended_for,
  };
}

async function readSettings(db: Db, userId: number) {
  const account = await findAccount(db, userId);
  return { language: account?.locale ?? null, time_zone: account?.time_zone ?? null };
}

async function* readSessions(db: Db, userId: number) {
  yield await db
    .selectFrom("sessions")
    .select(["id", "user_agent", "ip", "created_at", "last_used_at", "expires_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

/** The archive leaves out the device marks, because whoever has one counts as that known device. */
const readKnownDevices = (db: Db, userId: number) =>
  db
    .selectFrom("known_devices")
    .select(["issued_at", "used_at"])
    .where("user_id", "=", userId)
    .orderBy("issued_at")
    .execute();
