import type { LoginInput, User } from "#lib/auth/schema.ts";
import type { Client } from "#server/auth/client.ts";
import { checkGuarded } from "#server/auth/guarded-password.ts";
import { createAddressCheck } from "#server/auth/new-address.ts";
import { createPasswordCheck } from "#server/auth/new-password.ts";
import { hashPassword } from "#server/auth/password.ts";
import {
  findMainImage,
  findUser,
  findUserByEmail,
  holdPassword,
  insertSession,
  insertUser,
  noteVisit,
  type NewUser,
  replaceVerification,
  restoreAccount,
  toUser,
  verifyEmail,
} from "#server/auth/repository.ts";
import { verificationMail } from "#server/auth/verification-mail.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import type { FileUrl } from "#server/file-url.ts";
import { Failure, invalidField } from "#server/failure.ts";
import type { Outbox } from "#server/mail/outbox.ts";
import type { Limits } from "#server/plugins/limits.ts";

export interface AuthServiceOptions {
  db: Db;
  env: Pick<Env, "deployment" | "brand" | "passwordStrict">;
  outbox: Outbox;
  limits: Limits;
  fileUrl: FileUrl;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** Sign-up, login and confirmation: rules that span accounts, sessions, mail and limits (specification §2, §4). */
export function createAuthService({ db, env, outbox, limits, fileUrl }: AuthServiceOptions) {
  const checkNewAddress = createAddressCheck(env.brand);
  const checkNewPassword = createPasswordCheck(env.passwordStrict);

  const enqueueVerification = async (
    trx: Parameters<Outbox["enqueue"]>[0],
    user: NewUser & { id: number },
  ) => {
    const token = await replaceVerification(trx, user.id);
    await outbox.enqueue(trx, verificationMail(user, token, env.deployment, env.brand));
  };

  return {
    checkNewPassword,

    /**
     * The account, its mail and its first session are one transaction; only what becomes an account is counted.
     * @throws {Failure} `invalid` when the address is taken or reserved, or the password not allowed.
     */
    async register(
      account: Omit<NewUser, "passwordHash"> & { password: string },
      client: Client,
    ): Promise<{ token: string; user: User }> {
      const { password, ...person } = account;
      checkNewAddress(person.email);
      checkNewPassword(password);
      await limits.consume("registration", client.ip);
      const newUser: NewUser = { ...person, passwordHash: await hashPassword(password) };
      const signedIn = await db.transaction().execute(async (trx) => {
        const row = await insertUser(trx, newUser);
        if (!row) return null;
        await enqueueVerification(trx, { ...newUser, id: row.id });
        return {
          token: await insertSession(trx, row.id, client),
          user: toUser({ ...row, main_image: null }, fileUrl),
        };
      });
      if (!signedIn) {
        await limits.refund("registration", client.ip);
        throw invalidField("email", "Site.emailTaken");
      }
      outbox.wake();
      return signedIn;
    },

    /**
     * An unknown login and a wrong password are one failure, in words and in time (security.md A1, A2). A deleted
     * account comes back by it: `restored`.
     */
    async login(
      { login, password }: Pick<LoginInput, "login" | "password">,
      client: Client,
    ): Promise<{ token: string; user: User; restored: boolean }> {
      const email = login.toLowerCase();
      const row = await checkGuarded(limits, email, client, password, () =>
        findUserByEmail(db, email),
      );
      if (!row) throw new Failure("credentials_invalid");
      return db.transaction().execute(async (trx) => {
        if (!(await holdPassword(trx, row.id, row.password_hash)))
          throw new Failure("credentials_invalid");
        // Asked of the held row: it may have been deleted since it was read.
        const restored = await restoreAccount(trx, row.id);
        await noteVisit(trx, row.id);
        const shown = { ...row, main_image: await findMainImage(trx, row.id) };
        return {
          token: await insertSession(trx, row.id, client),
          user: toUser(shown, fileUrl),
          restored,
        };
      });
    },

    /** Whether the password is the member's, under the limits of login: for what asks a signed-in member for it again. */
    async confirmPassword(userId: number, password: string, client: Client): Promise<boolean> {
      const row = await findUser(db, userId);
      if (!row) throw new Failure("unauthenticated");
      const confirmed = await checkGuarded(limits, row.email, client, password, () =>
        Promise.resolve(row),
      );
      return confirmed !== undefined;
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
