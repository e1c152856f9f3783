import { sql } from "kysely";
import type { Account, AccountInput } from "#lib/account/schema.ts";
import { fullname } from "#server/auth/person.ts";
import { restorableUntil } from "#server/auth/repository.ts";
import { brokenConstraint, type Db } from "#server/db/database.ts";
import { invalidField } from "#server/failure.ts";
import { searchable } from "#server/searchable.ts";

const accountColumns = ["surname", "name", "patronymic", "email", "phone", "locale"] as const;

export function findAccount(db: Db, userId: number): Promise<Account | undefined> {
  return db
    .selectFrom("users")
    .select(accountColumns)
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** @throws {Failure} `invalid` when the telephone is another account's: the constraint decides between two who race. */
export async function updateAccount(
  db: Db,
  userId: number,
  { surname, name, patronymic, phone, locale }: AccountInput,
): Promise<Account | undefined> {
  const names = { surname, name, patronymic };
  try {
    return await db
      .updateTable("users")
      .set({ ...names, phone, locale, search_name: searchable(fullname(names)) })
      .where("id", "=", userId)
      .where("deleted_at", "is", null)
      .returning(accountColumns)
      .executeTakeFirst();
  } catch (error) {
    if (brokenConstraint(error) === "users_phone_unique")
      throw invalidField("phone", "Site.phoneTaken");
    throw error;
  }
}

const recipientColumns = ["email", "name", "locale"] as const;

/** Of two changes that race the one wins whose old password still was the old one; undefined for the other. */
export function swapPassword(trx: Db, userId: number, hashes: { before: string; after: string }) {
  return trx
    .updateTable("users")
    .set({ password_hash: hashes.after })
    .where("id", "=", userId)
    .where("password_hash", "=", hashes.before)
    .where("deleted_at", "is", null)
    .returning([...recipientColumns, sql<Date>`now()`.as("changed_at")])
    .executeTakeFirst();
}

/** Hides an account from everybody; undefined when it is hidden already. */
export function hideAccount(trx: Db, { id, sessionId }: { id: number; sessionId: string }) {
  return (
    trx
      .updateTable("users")
      .set({ deleted_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      // A session that has ended since it was asked for may have been ended by the member's coming back.
      .where((users) =>
        users.exists(
          users
            .selectFrom("sessions")
            .select("sessions.id")
            .where("token_hash", "=", Buffer.from(sessionId, "hex")),
        ),
      )
      .returning([...recipientColumns, restorableUntil.as("deletes_at")])
      .executeTakeFirst()
  );
}
