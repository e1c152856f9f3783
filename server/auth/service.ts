import type { LoginInput, User } from "#lib/auth/schema.ts";
import { hashPassword, passwordMatches } from "#server/auth/password.ts";
import {
  findUser,
  findUserByEmail,
  insertSession,
  insertUser,
  type NewUser,
  replaceVerification,
  toUser,
  verifyEmail,
} from "#server/auth/repository.ts";
import { verificationMail } from "#server/auth/verification-mail.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure, invalidField } from "#server/failure.ts";
import type { Outbox } from "#server/mail/outbox.ts";
import { networkOf } from "#server/network-of.ts";
import type { Limits } from "#server/plugins/limits.ts";

export interface Client {
  ip: string;
  userAgent: string;
}

export interface AuthServiceOptions {
  db: Db;
  env: Pick<Env, "deployment" | "brand">;
  outbox: Outbox;
  limits: Limits;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Sign-up, login and confirmation: rules that span accounts, sessions, mail and limits (specification §2, §4). */
export function createAuthService({ db, env, outbox, limits }: AuthServiceOptions) {
  const enqueueVerification = async (
    trx: Parameters<Outbox["enqueue"]>[0],
    user: NewUser & { id: number },
  ) => {
    const token = await replaceVerification(trx, user.id);
    await outbox.enqueue(trx, verificationMail(user, token, env.deployment, env.brand));
  };

  return {
    /** The account, its mail and its first session are one transaction. @throws {Failure} `invalid` when the address is taken. */
    async register(
      account: Omit<NewUser, "passwordHash"> & { password: string },
      client: Client,
    ): Promise<{ token: string; user: User }> {
      const { password, ...person } = account;
      const newUser: NewUser = { ...person, passwordHash: await hashPassword(password) };
      const signedIn = await db.transaction().execute(async (trx) => {
        const row = await insertUser(trx, newUser);
        if (!row) throw invalidField("email", "Site.emailTaken");
        await enqueueVerification(trx, { ...newUser, id: row.id });
        return { token: await insertSession(trx, row.id, client), user: toUser(row) };
      });
      outbox.wake();
      return signedIn;
    },

    /** An unknown login and a wrong password are one failure, in words and in time (security.md A1, A2). */
    async login(
      { login, password }: Pick<LoginInput, "login" | "password">,
      client: Client,
    ): Promise<{ token: string; user: User }> {
      const email = login.toLowerCase();
      const accountKey = `${email}|${networkOf(client.ip)}`;
      // Counted as failures until they prove right: guesses that come at once would all find the count low.
      await limits.consume("loginFailureByAddress", client.ip);
      await limits.consume("loginFailure", accountKey);
      const row = await findUserByEmail(db, email);
      if (!(await passwordMatches(row?.password_hash, password)) || !row)
        throw new Failure("credentials_invalid");
      await limits.refund("loginFailureByAddress", client.ip);
      await limits.reset("loginFailure", accountKey);
      return { token: await insertSession(db, row.id, client), user: toUser(row) };
    },

    /** False when the member is verified already: nothing was mailed. */
    async resendVerification(userId: number): Promise<boolean> {
      const row = await findUser(db, userId);
      if (!row || row.verified_at) return false;
      await limits.consume("resendHourly", userId);
      await limits.consume("resendDaily", userId);
      await db
        .transaction()
        .execute((trx) => enqueueVerification(trx, { ...row, passwordHash: row.password_hash }));
      outbox.wake();
      return true;
    },

    /** @throws {Failure} `invalid` when the link is spent, replaced or older than a day. */
    async verifyEmail(token: string): Promise<void> {
      if (!(await verifyEmail(db, token)))
        throw new Failure("invalid", { messageKey: "Errors.verification_invalid" });
    },
  };
}
