import { sql } from "kysely";
import type { Account, AccountInput } from "#lib/account/schema.ts";
import { phoneRecoversFrom, restorableUntil } from "#server/auth/repository.ts";
import { hashOfSession } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import { birthdayOf } from "#server/members/birthday.ts";
import { searchableName } from "#server/db/searchable.ts";

const accountColumns = [
  "surname",
  "name",
  "patronymic",
  "email",
  "phone",
  phoneRecoversFrom.as("recovers_from"),
  "locale",
  "time_zone",
  birthdayOf.as("birthday"),
] as const;

type AccountRow = Omit<Account, "phone_recovers_from"> & { recovers_from: Date };

const toAccount = ({ recovers_from, ...row }: AccountRow): Account => ({
  ...row,
  phone_recovers_from: row.phone === null ? null : recovers_from.toISOString(),
});

export async function findAccount(db: Db, userId: number): Promise<Account | undefined> {
  const row = await db
    .selectFrom("users")
    .select(accountColumns)
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** Names, language, time zone and birthday; the telephone is changed by server/account/recovery-phone.ts alone. */
export async function updateAccount(
  db: Db,
  userId: number,
  { surname, name, patronymic, locale, time_zone, birthday }: AccountInput,
): Promise<Account | undefined> {
  const names = { surname, name, patronymic };
  const row = await db
    .updateTable("users")
    .set({
      ...names,
      locale,
      ...(time_zone !== undefined && { time_zone }),
      ...(birthday !== undefined && {
        birth_day: birthday?.day ?? null,
        birth_month: birthday?.month ?? null,
      }),
      search_name: searchableName(names),
    })
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .returning(accountColumns)
    .executeTakeFirst();
  return row && toAccount(row);
}

/** By the operator, also of an account that is hidden. */
export const renameMember = (
  trx: Db,
  userId: number,
  names: Pick<AccountInput, "surname" | "name" | "patronymic">,
) =>
  trx
    .updateTable("users")
    .set({ ...names, search_name: searchableName(names) })
    .where("id", "=", userId)
    .execute();

const recipientColumns = ["email", "name", "locale", "time_zone"] as const;

/**
 * Replaces the hash of the password. Of two concurrent changes only the one whose old password is still current
 * succeeds; the other gets undefined.
 */
export function swapPassword(trx: Db, userId: number, hashes: { before: string; after: string }) {
  return trx
    .updateTable("users")
    .set({ password_hash: hashes.after })
    .where("id", "=", userId)
    .where("password_hash", "=", hashes.before)
    .where("deleted_at", "is", null)
    .returning([...recipientColumns, "phone", sql<Date>`now()`.as("changed_at")])
    .executeTakeFirst();
}

/**
 * Hides an account from everybody; undefined when it is hidden already. Triggers take it out of the people search and the
 * lists of classes (migrations 0007 and 0030).
 */
export function hideAccount(trx: Db, { id, sessionId }: { id: number; sessionId: string }) {
  return (
    trx
      .updateTable("users")
      .set({ deleted_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      // An ended session must not hide the account: it may have ended because the member came back from an earlier
      // deletion.
      .where((users) =>
        users.exists(
          users
            .selectFrom("sessions")
            .select("sessions.id")
            .where("token_hash", "=", hashOfSession(sessionId)),
        ),
      )
      .returning([...recipientColumns, restorableUntil.as("deletes_at")])
      .executeTakeFirst()
  );
}
