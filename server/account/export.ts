import { findAccount } from "#server/account/accounts.ts";
import { findUser } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { type ExportPart, json, jsonList } from "#server/infra/export-file.ts";

/** The account itself, its settings and the places where it is signed in. */
export const exportAccount = (db: Db): ExportPart =>
  async function* ({ id }) {
    yield { name: "account.json", content: json(() => readAccount(db, id)) };
    yield {
      name: "settings.json",
      content: json(async () => ({ language: (await findAccount(db, id))?.locale ?? null })),
    };
    yield { name: "sessions.json", content: jsonList(readSessions(db, id)) };
  };

async function readAccount(db: Db, userId: number) {
  const row = await findUser(db, userId);
  if (!row) return null;
  const { id, surname, name, patronymic, email, phone, created_at, verified_at } = row;
  return { id, surname, name, patronymic, email, phone, created_at, verified_at };
}

async function* readSessions(db: Db, userId: number) {
  yield await db
    .selectFrom("sessions")
    .select(["id", "user_agent", "ip", "created_at", "last_used_at", "expires_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}
