import { type Selectable, sql } from "kysely";
import type { User } from "#lib/auth/schema.ts";
import { fullname, searchable } from "#server/auth/person.ts";
import type { AuthTables } from "#server/auth/tables.ts";
import { hashToken, newToken } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import type { SessionMember } from "#server/plugins/session.ts";

type UserRow = Selectable<AuthTables["users"]>;

export interface NewUser {
  email: string;
  surname: string;
  name: string;
  patronymic: string;
  passwordHash: string;
  locale: string;
}

export function toUser(row: UserRow): User {
  const { id, surname, name, patronymic, email, locale } = row;
  return {
    id,
    fullname: fullname(row),
    surname,
    name,
    patronymic,
    email,
    verified: row.verified_at !== null,
    image: null,
    locale,
  };
}

/** Undefined when the address is taken: the constraint decides between sign-ups that race. */
export async function insertUser(
  db: Db,
  { passwordHash, ...user }: NewUser,
): Promise<UserRow | undefined> {
  return db
    .insertInto("users")
    .values({
      ...user,
      search_name: searchable(`${user.surname} ${user.name} ${user.patronymic}`),
      password_hash: passwordHash,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

const sessionDays = 7;

/** Starts a session of 7 days by the database's clock (specification §9) and answers its token. */
export async function insertSession(
  db: Db,
  userId: number,
  client: { userAgent: string; ip: string },
): Promise<string> {
  const token = newToken();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${sessionDays})`,
      user_agent: client.userAgent.slice(0, 512),
      ip: client.ip,
    })
    .execute();
  return token;
}

export async function findSession(db: Db, token: string): Promise<SessionMember | null> {
  const tokenHash = hashToken(token);
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["users.id", "users.locale", "users.verified_at", "sessions.expires_at"])
    .where("sessions.token_hash", "=", tokenHash)
    .where("sessions.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return (
    (row && {
      id: row.id,
      locale: row.locale,
      verified: row.verified_at !== null,
      sessionId: tokenHash.toString("hex"),
      expiresAt: row.expires_at,
    }) ??
    null
  );
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("sessions").where("token_hash", "=", Buffer.from(sessionId, "hex")).execute();
}

const verificationHours = 24;

/** Answers the token of the new link; earlier links of the member stop working. */
export async function replaceVerification(db: Db, userId: number): Promise<string> {
  const token = newToken();
  const link = {
    token_hash: hashToken(token),
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + make_interval(hours => ${verificationHours})`,
  };
  await db
    .insertInto("email_verifications")
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
    .execute();
  return token;
}

/** Spends a link: true when it was live and its member is verified now. */
export async function verifyEmail(db: Db, token: string): Promise<boolean> {
  const result = await sql<{ id: number }>`
    WITH spent AS (
      DELETE FROM email_verifications
      WHERE token_hash = ${hashToken(token)} AND expires_at > now()
      RETURNING user_id
    )
    UPDATE users SET verified_at = coalesce(verified_at, now())
    FROM spent WHERE users.id = spent.user_id
    RETURNING users.id`.execute(db);
  return result.rows.length > 0;
}
