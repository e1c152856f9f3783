import type { Logger } from "pino";
import type { LoginInput, User } from "#lib/auth/schema.ts";
import { emailIsTaken } from "#server/auth/addresses.ts";
import { type Client, noteEnded } from "#server/auth/client.ts";
import { createConfirmation } from "#server/auth/confirmation.ts";
import { checkGuarded, createReauthentication } from "#server/auth/passwords/guarded-password.ts";
import { findKnownDevice, rememberDevice } from "#server/auth/known-devices.ts";
import { createAddressCheck } from "#server/auth/new-address.ts";
import { createPasswordCheck } from "#server/auth/passwords/new-password.ts";
import { hashPassword } from "#server/auth/passwords/password.ts";
import {
  findMainImage,
  findUserByEmail,
  holdPassword,
  insertUser,
  noteVisit,
  type NewUser,
  restoreAccount,
  toUser,
} from "#server/auth/repository.ts";
import { deleteSurplusSessions, insertSession } from "#server/auth/stored-sessions.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { wideNetworkOf } from "#server/http/client-network.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { MailOutbox } from "#server/mail/outbox.ts";
import { createPersonCheck } from "#server/members/check-name.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface AuthServiceOptions {
  db: Db;
  env: Pick<
    Env,
    "accountDomains" | "deployment" | "brand" | "passwordStrict" | "leakedPasswordsUrl"
  >;
  outbox: MailOutbox;
  limits: Limits;
  fileUrl: FileUrl;
  log: Pick<Logger, "warn">;
  /** In the transaction of a sign-up: stores the code of the invitation that led to it, if it is valid. */
  rememberSignUpInvitation: (trx: Db, userId: number, code: string) => Promise<void>;
  /** Ends the sockets of a session. */
  endSession: (sessionId: string) => void;
}

/** `mark`: the mark that the device carries from now on. */
interface Entered {
  token: string;
  user: User;
  mark: string;
}

export type AuthService = ReturnType<typeof createAuthService>;

/**
 * Sign-up, login and confirmation (S-SIGNUP, S-LOGIN, S-CONFIRMATION): rules that span accounts, sessions, mail and
 * limits.
 */
export function createAuthService(options: AuthServiceOptions) {
  const { db, env, outbox, limits, fileUrl, endSession } = options;
  const checkNewAddress = createAddressCheck(env.brand);
  const checkName = createPersonCheck(env.brand);
  const checkNewPassword = createPasswordCheck(env, (text, error) => {
    options.log.warn({ err: error }, text);
  });
  const reauthenticate = createReauthentication(db, limits);
  const { enqueueVerification, ...confirmation } = createConfirmation({
    ...options,
    checkNewAddress,
    reauthenticate,
  });

  return {
    ...confirmation,
    checkNewPassword,
    reauthenticate,

    /**
     * The account, its mail and its first session are one transaction; only a created account is counted. @throws
     * {Failure} `invalid` when the address is taken or reserved, or the name or the password not allowed.
     */
    async register(
      account: Omit<NewUser, "passwordHash"> & { password: string },
      client: Client,
      invitation?: string | null,
    ): Promise<Entered> {
      const { password, ...person } = account;
      const { surname, name, patronymic } = person;
      checkName({ surname, name, patronymic });
      checkNewAddress(person.email);
      await checkNewPassword(password);
      await limits.consume("registration", client.ip);
      await limits.consume("confirmationMail", person.email).catch(async (error: unknown) => {
        await limits.refund("registration", client.ip);
        throw error;
      });
      const newUser: NewUser = { ...person, passwordHash: await hashPassword(password) };
      const signedIn = await db.transaction().execute(async (trx) => {
        const row = await insertUser(trx, newUser);
        if (!row) return null;
        await enqueueVerification(trx, { ...newUser, id: row.id });
        if (invitation) await options.rememberSignUpInvitation(trx, row.id, invitation);
        return {
          token: await insertSession(trx, row.id, client),
          user: toUser({ ...row, main_image: null }, fileUrl),
          mark: await rememberDevice(trx, row.id, client.mark),
        };
      });
      if (!signedIn) {
        await limits.refund("registration", client.ip);
        await limits.refund("confirmationMail", person.email);
        throw invalidField("email", "Site.emailTaken");
      }
      outbox.wake();
      client.note("signed_up", { account: signedIn.user.id });
      return signedIn;
    },

    /**
     * Checks an address while it is typed, as `register` would; a client past the sign-up limit gets no answer. @throws
     * {Failure} `invalid` when it is taken or reserved.
     */
    async checkAddressFree(email: string, ip: string): Promise<void> {
      await limits.consume("addressCheck", ip);
      await limits.consume("addressCheckByWideNetwork", wideNetworkOf(ip));
      const retryAfterS = await limits.waitS("registration", ip);
      if (retryAfterS > 0) throw new Failure("too_many_requests", { retryAfterS });
      checkNewAddress(email);
      if (await emailIsTaken(db, email)) throw invalidField("email", "Site.emailTaken");
    },

    /**
     * An unknown login and a wrong password are the same failure, in words and in time (SEC-A1, SEC-A2). A login
     * restores a deleted account: `restored`. @throws {Failure} `suspended`, only for the right password.
     */
    async login(
      { login, password }: Pick<LoginInput, "login" | "password">,
      client: Client,
    ): Promise<Entered & { restored: boolean }> {
      const email = login.toLowerCase();
      const known = await findKnownDevice(db, client.mark, { email });
      const find = () => findUserByEmail(db, email);
      const guess = { kind: "login", email, find, password, client, known } as const;
      const row = await checkGuarded(limits, guess);
      if (!row) throw new Failure("credentials_invalid");
      const { surplus, ...entered } = await db
        .transaction()
        .execute((trx) => enter(trx, row, client, fileUrl));
      surplus.forEach(endSession);
      client.note("signed_in", { account: row.id });
      if (entered.restored) client.note("account_restored", { account: row.id });
      noteEnded(client, row.id, surplus, "too_many");
      return entered;
    },
  };
}

/**
 * In a transaction: starts the session of a member who gave the password of `row`. @throws {Failure}
 * `credentials_invalid` when it was changed since, `suspended`
 */
async function enter(
  trx: Db,
  row: NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>,
  client: Client,
  fileUrl: FileUrl,
) {
  const held = await holdPassword(trx, row.id, row.password_hash);
  if (!held) {
    client.note("login_failed", { account: row.id, reason: "password" });
    throw new Failure("credentials_invalid");
  }
  if (held.is_suspended) throw suspendedFailure(held);
  // Read from the locked row, because the account may have been deleted since it was first read.
  const restored = await restoreAccount(trx, row.id);
  await noteVisit(trx, row.id);
  const shown = { ...row, main_image: await findMainImage(trx, row.id) };
  const token = await insertSession(trx, row.id, client);
  const surplus = await deleteSurplusSessions(trx, row.id);
  const mark = await rememberDevice(trx, row.id, client.mark);
  return { token, user: toUser(shown, fileUrl), restored, surplus, mark };
}

/** Gives the reason and the end, in the language of the request and the time zone of the member. */
function suspendedFailure(held: NonNullable<Awaited<ReturnType<typeof holdPassword>>>): Failure {
  const { suspended_for: reason, suspended_until: until, time_zone } = held;
  if (!reason) return new Failure("suspended");
  const messageKey = until ? "Errors.suspendedUntil" : "Errors.suspendedFor";
  const messageValues = { reason, ...(until && { until: mailMoment(until, time_zone) }) };
  return new Failure("suspended", { messageKey, messageValues });
}
