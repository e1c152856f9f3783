import { type Client, noteEnded } from "#server/auth/client.ts";
import { forgetFailures } from "#server/auth/passwords/guarded-password.ts";
import { findKnownDevice, forgetDevices } from "#server/auth/known-devices.ts";
import type { CheckNewPassword } from "#server/auth/passwords/new-password.ts";
import { passwordChangedMail } from "#server/auth/passwords/password-changed-mail.ts";
import { hashPassword, passwordMatches } from "#server/auth/passwords/password.ts";
import { withoutSpacing } from "#server/auth/phone-code.ts";
import { findUser, removeYoungPhone, setPassword } from "#server/auth/repository.ts";
import { deleteSessions } from "#server/auth/stored-sessions.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { invalidField, isTooManyRequests } from "#server/http/failure.ts";
import type { MailOutbox } from "#server/mail/outbox.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { askerOf } from "#server/recovery/code-delivery.ts";
import { mailCodeHash } from "#server/recovery/codes.ts";
import { isMailCode, spendCode, tryPhoneCode, uncountTry } from "#server/recovery/repository.ts";

export interface RecoveryOptions {
  db: Db;
  env: Pick<Env, "deployment" | "brand">;
  outbox: MailOutbox;
  limits: Limits;
  checkNewPassword: CheckNewPassword;
  endSession: (sessionId: string) => void;
}

export type RecoveryService = ReturnType<typeof createRecovery>;

/**
 * The second and third steps of password recovery (S-RECOVERY): by a mailed code, or by a telephone and the code sent
 * to it. Every call @throws {Failure} `invalid` on `code`, and `too_many_requests` after ten wrong ones from an address
 * (SEC-A3).
 */
export function createRecovery(options: RecoveryOptions) {
  const { db, outbox, limits, checkNewPassword, endSession } = options;
  const guarded = createGuard(db, limits);

  const rightMailCode = (typed: string, client: Client) =>
    guarded(client, null, async () => {
      const codeHash = mailCodeHash(typed);
      // A wrong code must not reveal whose it should have been.
      const isRight = await isMailCode(db, codeHash);
      return { codeHash: isRight ? codeHash : undefined, account: null, by: "mail" };
    });

  /** Takes equally long for an unknown telephone. */
  const rightPhoneCode = (phone: string, typed: string, client: Client) =>
    guarded(client, { phone }, async (asker) => {
      const code = await tryPhoneCode(db, phone, asker);
      const right = await passwordMatches(code?.code_hash, withoutSpacing(typed));
      if (!code || !right)
        return { codeHash: undefined, account: code?.user_id ?? null, by: "phone" };
      await uncountTry(db, code);
      return { codeHash: code.code_hash, account: code.user_id, by: "phone" };
    });

  const setBySpending = async (codeHash: string, password: string, client: Client) => {
    const passwordHash = await hashPassword(password);
    const done = await storeReset(options, { codeHash, passwordHash, mark: client.mark });
    if (!done) throw wrongCode();
    outbox.wake();
    done.sessionIds.forEach(endSession);
    client.note("password_reset", { account: done.user.id });
    if (done.phone?.kind === "removed")
      client.note("phone_changed", { account: done.user.id, reason: "removed" });
    noteEnded(client, done.user.id, done.sessionIds, "password_reset");
    await forgetFailures(limits, done.user.email, client, done.known);
  };

  return {
    async checkMailCode(code: string, client: Client): Promise<void> {
      await rightMailCode(code, client);
    },
    async checkPhoneCode(phone: string, code: string, client: Client): Promise<void> {
      await rightPhoneCode(phone, code, client);
    },
    async resetByMail(code: string, password: string, client: Client): Promise<void> {
      const codeHash = await rightMailCode(code, client);
      await checkNewPassword(password);
      await setBySpending(codeHash, password, client);
    },
    async resetByPhone(
      { phone, code, password }: { phone: string; code: string; password: string },
      client: Client,
    ): Promise<void> {
      const codeHash = await rightPhoneCode(phone, code, client);
      await checkNewPassword(password);
      await setBySpending(codeHash, password, client);
    },
  };
}

/** The result of checking a typed code. */
interface CheckedCode {
  codeHash: string | undefined;
  account: number | null;
  by: "mail" | "phone";
}

const wrongCode = () => invalidField("code", "Site.wrongCode");

/**
 * Returns the hash of a right code. Counts before the check and takes it back after a right code, so that concurrent
 * guesses are all counted. @throws {Failure} `invalid` on `code`, `too_many_requests` (SEC-A3)
 */
const createGuard =
  (db: Db, limits: Limits) =>
  async (
    client: Client,
    account: { phone: string } | null,
    check: (asker: string) => Promise<CheckedCode>,
  ): Promise<string> => {
    // A known device has a limit of its own, so that others on its network do not delay it. Where the account is named,
    // the device must be known to that account: with marks of many accounts a client would otherwise have as many limits.
    const device = await findKnownDevice(db, client.mark, account);
    const from = device ?? client.ip;
    await limits.consume("recoveryFailure", from).catch((error: unknown) => {
      const reason = device === undefined ? "network" : "device";
      if (isTooManyRequests(error))
        client.note("recovery_delayed", { account: null, reason, waitS: error.retryAfterS });
      throw error;
    });
    const { codeHash, account: userId, by } = await check(askerOf({ device, ip: client.ip }));
    if (codeHash === undefined) {
      client.note("recovery_code_failed", { account: userId, reason: by });
      throw wrongCode();
    }
    await limits.refund("recoveryFailure", from);
    return codeHash;
  };

/**
 * The code is spent, the password set, the sessions ended, a young telephone removed and the notice queued in one
 * transaction; null when the code is good no more. A code that was sent to a telephone never finds it young.
 */
const storeReset = (
  { db, env, outbox }: Pick<RecoveryOptions, "db" | "env" | "outbox">,
  {
    codeHash,
    passwordHash,
    mark,
  }: { codeHash: string; passwordHash: string; mark: Client["mark"] },
) =>
  db.transaction().execute(async (trx) => {
    const userId = await spendCode(trx, codeHash);
    const user = userId === undefined ? undefined : await findUser(trx, userId);
    if (!user) return null;
    const changedAt = await setPassword(trx, user.id, passwordHash);
    const sessionIds = await deleteSessions(trx, user.id);
    const known = await findKnownDevice(trx, mark, { email: user.email });
    await forgetDevices(trx, user.id);
    const phone = await removeYoungPhone(trx, user.id);
    const notice = passwordChangedMail(user, changedAt, env.deployment, env.brand, phone);
    await outbox.enqueue(trx, notice);
    return { user, sessionIds, known, phone };
  });
