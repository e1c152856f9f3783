import {
  setPhone,
  spendPhoneChange,
  storePhoneChange,
  tryPhoneChange,
} from "#server/account/phone-changes.ts";
import { phoneChangedMail, phoneCodeSms } from "#server/account/phone-changed-mail.ts";
import type { Client } from "#server/auth/client.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import { hashPassword, passwordMatches } from "#server/auth/passwords/password.ts";
import { newPhoneCode, withoutSpacing } from "#server/auth/phone-code.ts";
import { findUser } from "#server/auth/repository.ts";
import type { AuthService } from "#server/auth/service.ts";
import { brokenConstraint, type Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import type { Jobs } from "#server/infra/jobs/job-queue.ts";
import type { MailOutbox } from "#server/mail/outbox.ts";
import type { Limits } from "#server/plugins/limits.ts";
import type { SessionMember } from "#server/plugins/session.ts";

type Texts = Jobs<{ to: string; text: string; expires_at?: string }>;

interface RecoveryPhoneOptions {
  db: Db;
  env: Pick<Env, "deployment" | "brand">;
  outbox: MailOutbox;
  /** Null where nobody delivers text messages. */
  texts: Texts | null;
  limits: Limits;
  auth: Pick<AuthService, "reauthenticate">;
}

export type RecoveryPhoneService = ReturnType<typeof createRecoveryPhone>;

type Changing = Pick<SessionMember, "id" | "sessionId" | "verified">;

/**
 * The telephone by which a member can return without the password (SEC-A8). A session alone cannot set it: it takes the
 * password and a code that was sent to the number, and a mail goes to the address. It resets a password only 72 hours
 * later (`phoneRecovers` in server/auth/repository.ts).
 */
export function createRecoveryPhone(options: RecoveryPhoneOptions) {
  const { db, env, outbox, texts, limits, auth } = options;

  return {
    /**
     * Sends a code to the number. Nothing in the answer says whether another member has that number. @throws {Failure}
     * `not_verified`, `invalid` on `password` or `phone`, `too_many_requests`
     */
    async begin(
      member: Changing,
      { phone, password }: { phone: string; password: string },
      client: Client,
    ): Promise<void> {
      if (!member.verified) throw new Failure("not_verified");
      await auth.reauthenticate(member.id, password, client);
      const user = await findUser(db, member.id);
      if (!user) throw new Failure("unauthenticated");
      if (!texts) throw invalidField("phone", "Site.noTexts");
      if (user.phone === phone) throw invalidField("phone", "Site.phoneOwn");
      await limits.consume("phoneCode", member.id);
      await limits.consume("textByNetwork", client.ip);
      await limits.consume("phoneCodeByNumber", phone);
      const code = newPhoneCode();
      const text = phoneCodeSms(user.locale, code, env.brand);
      await storeCode({ db, texts }, member, { phone, codeHash: await hashPassword(code), text });
      texts.wake();
    },

    /**
     * The code proves that the caller has the number, so only now the answer may say that it belongs to another
     * account. @throws {Failure} `not_verified`, `invalid` on `code` or `phone`
     */
    async finish(
      member: Changing,
      { phone, code }: { phone: string; code: string },
    ): Promise<void> {
      if (!member.verified) throw new Failure("not_verified");
      // Whether a code is awaited is no secret from the member, so without one nothing is compared, which would take time.
      const codeHash = await tryPhoneChange(db, member, phone);
      if (codeHash === undefined) throw wrongCode();
      if (!(await passwordMatches(codeHash, withoutSpacing(code)))) throw wrongCode();
      await spendAndSet(options, member, { phone, codeHash });
      outbox.wake();
    },

    /**
     * Returns whether there was one. For unverified members too. @throws {Failure} `invalid` on `password`,
     * `too_many_requests`
     */
    async remove(member: Changing, password: string, client: Client): Promise<boolean> {
      await auth.reauthenticate(member.id, password, client);
      const isRemoved = await db
        .transaction()
        .execute((trx) => setAndReport(trx, options, member.id, null));
      outbox.wake();
      return isRemoved;
    },
  };
}

/** Stores the code and queues the text message with it. @throws {Failure} `unauthenticated` when the session has ended */
async function storeCode(
  { db, texts }: { db: Db; texts: Texts },
  member: Changing,
  { phone, codeHash, text }: { phone: string; codeHash: string; text: string },
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await lockMember(trx, member.id);
      const expiresAt = await storePhoneChange(trx, member, { phone, codeHash });
      await texts.enqueue(trx, { to: phone, text, expires_at: expiresAt.toISOString() });
    });
  } catch (error) {
    if (brokenConstraint(error) === "phone_changes_session_hash_fkey")
      throw new Failure("unauthenticated", { cause: error });
    throw error;
  }
}

const wrongCode = () => invalidField("code", "Site.wrongCode");

/** @throws {Failure} `invalid` on `code` when another call has spent it, on `phone` when another account has the number */
async function spendAndSet(
  options: RecoveryPhoneOptions,
  member: Changing,
  { phone, codeHash }: { phone: string; codeHash: string },
): Promise<void> {
  try {
    await options.db.transaction().execute(async (trx) => {
      await lockMember(trx, member.id);
      if (!(await spendPhoneChange(trx, member, codeHash))) throw wrongCode();
      await setAndReport(trx, options, member.id, phone);
    });
  } catch (error) {
    if (brokenConstraint(error) === "users_phone_unique")
      throw invalidField("phone", "Site.phoneTaken");
    throw error;
  }
}

/**
 * Sets the number, and queues the mail that reports the change; false where it was that number before. @throws {Failure}
 * `unauthenticated`
 */
async function setAndReport(
  trx: Parameters<MailOutbox["enqueue"]>[0],
  { env, outbox }: Pick<RecoveryPhoneOptions, "env" | "outbox">,
  userId: number,
  to: string | null,
): Promise<boolean> {
  const before = await setPhone(trx, userId, to);
  if (!before) throw new Failure("unauthenticated");
  if (before.phone === to) return false;
  const kind = to === null ? "removed" : before.phone === null ? "added" : "changed";
  const phone = to ?? before.phone ?? "";
  await outbox.enqueue(trx, phoneChangedMail(before, { kind, phone }, env.deployment, env.brand));
  return true;
}
