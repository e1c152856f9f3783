import { type Selectable, sql } from "kysely";
import type { User } from "#lib/auth/schema.ts";
import { fullname, type MainImageRow, mainImageText, toMainImage } from "#server/auth/person.ts";
import type { PhoneAfterChange } from "#server/auth/passwords/password-changed-mail.ts";
import { deleteSessions } from "#server/auth/stored-sessions.ts";
import type { AuthTables } from "#server/auth/tables.ts";
import type { Db } from "#server/db/database.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { searchableName } from "#server/db/searchable.ts";

export type UserRow = Selectable<AuthTables["users"]>;

export interface NewUser {
  email: string;
  surname: string;
  name: string;
  patronymic: string;
  passwordHash: string;
  locale: string;
  time_zone?: string | null;
}

type ShownColumns = "id" | "surname" | "name" | "patronymic" | "email" | "verified_at" | "locale";

export type ShownUserRow = Pick<UserRow, ShownColumns> & { main_image: MainImageRow | null };

export function toUser(row: ShownUserRow, fileUrl: FileUrl): User {
  const { id, surname, name, patronymic, email, locale } = row;
  return {
    id,
    fullname: fullname(row),
    surname,
    name,
    patronymic,
    email,
    verified: row.verified_at !== null,
    image: toMainImage(row.main_image, fileUrl),
    locale,
  };
}

/** Undefined when the address is taken: the constraint decides between concurrent sign-ups. */
export async function insertUser(
  db: Db,
  { passwordHash, ...user }: NewUser,
): Promise<UserRow | undefined> {
  return db
    .insertInto("users")
    .values({
      ...user,
      search_name: searchableName(user),
      password_hash: passwordHash,
      last_seen_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A deleted account can be restored by its member for this long. After that it is purged. */
const restorableDays = 30;
export const restorableUntil = sql<Date>`users.deleted_at + make_interval(days => ${restorableDays})`;
export const restorableIfDeletedAfter = sql<Date>`now() - make_interval(days => ${restorableDays})`;

export async function findMainImage(db: Db, userId: number): Promise<MainImageRow | null> {
  const row = await db
    .selectFrom("users")
    .select(sql.raw<MainImageRow | null>(mainImageText).as("main_image"))
    .where("users.id", "=", userId)
    .executeTakeFirst();
  return row?.main_image ?? null;
}

/** Accounts that their member can sign in to, including deleted ones that can still be restored. */
const enterable = (db: Db) =>
  db
    .selectFrom("users")
    .selectAll()
    .where((eb) =>
      eb.or([eb("deleted_at", "is", null), eb(restorableUntil, ">", sql<Date>`now()`)]),
    );

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return enterable(db).where("email", "=", email).executeTakeFirst();
}

/** A telephone set more recently resets no password, so that the member can undo what a thief has set (SEC-A8). */
const phoneAgeHours = 72;
export const phoneRecoversFrom = sql<Date>`users.phone_changed_at + make_interval(hours => ${phoneAgeHours})`;

/**
 * True when the telephone of this row of `users` may reset the password: the mail address is confirmed, and the number
 * was set at least 72 hours ago by the clock of the database.
 */
export const phoneRecovers = sql<boolean>`(users.verified_at IS NOT NULL AND ${phoneRecoversFrom} <= now())`;

/**
 * In the transaction of a reset, after the password is set: removes a telephone that is too young to reset one, since a
 * thief of the session may have set it (SEC-A8). Null for a member without a telephone.
 */
export async function removeYoungPhone(trx: Db, userId: number): Promise<PhoneAfterChange | null> {
  const row = await trx
    .selectFrom("users")
    .select(["phone", sql<boolean>`${phoneRecoversFrom} > now()`.as("is_young")])
    .where("id", "=", userId)
    .executeTakeFirst();
  const phone = row?.phone ?? null;
  if (phone === null) return null;
  if (!row?.is_young) return { phone, kind: "kept" };
  await trx.updateTable("users").set({ phone: null }).where("id", "=", userId).execute();
  return { phone, kind: "removed" };
}

/** Finds the member who can recover the account by this telephone, given in E.164. */
export function findUserByPhone(db: Db, phone: string): Promise<UserRow | undefined> {
  return enterable(db).where("phone", "=", phone).where(phoneRecovers).executeTakeFirst();
}

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Notes that the member is online now. Further use of the session is noted with a delay of some minutes. */
export async function noteVisit(db: Db, userId: number): Promise<void> {
  await db
    .updateTable("users")
    .set({ last_seen_at: sql<Date>`now()` })
    .where("id", "=", userId)
    .execute();
}

/** The condition on a row of `users` that its member is suspended now, by the database's clock (D-SUSPENDED). */
export const isSuspended = sql<boolean>`(
  users.suspended_at IS NOT NULL AND coalesce(users.suspended_until > now(), true))`;

/**
 * In a transaction: the member if the hash is still theirs, locked until the transaction ends. Otherwise a login with
 * the old password could create a session after a password change or a suspension has ended all others.
 */
export async function holdPassword(trx: Db, userId: number, passwordHash: string) {
  return trx
    .selectFrom("users")
    .select(["suspended_for", "suspended_until", "time_zone", isSuspended.as("is_suspended")])
    .where("id", "=", userId)
    .where("password_hash", "=", passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Returns when, by the database's clock. */
export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<Date> {
  const { changed_at } = await db
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("id", "=", userId)
    .returning(sql<Date>`now()`.as("changed_at"))
    .executeTakeFirstOrThrow();
  return changed_at;
}

/** Restores a deleted account within its 30 days, and ends sessions that survived the deletion. */
export async function restoreAccount(trx: Db, userId: number): Promise<boolean> {
  const restored = await trx
    .updateTable("users")
    .set({ deleted_at: null })
    .where("id", "=", userId)
    .where(restorableUntil, ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (restored.numUpdatedRows === 0n) return false;
  await deleteSessions(trx, userId);
  return true;
}
