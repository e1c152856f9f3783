import { keptDomain } from "#lib/auth/account-name.ts";
import type { AddressCorrectionForm, User } from "#lib/auth/schema.ts";
import {
  confirmAddress,
  correctAddress,
  holdUnconfirmed,
  replaceVerification,
} from "#server/auth/addresses.ts";
import type { Client } from "#server/auth/client.ts";
import { findMainImage, findUser, type NewUser, toUser } from "#server/auth/repository.ts";
import { verificationMail } from "#server/auth/verification-mail.ts";
import { brokenConstraint, type Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import type { MailOutbox } from "#server/mail/outbox.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface ConfirmationOptions {
  db: Db;
  env: Pick<Env, "accountDomains" | "deployment" | "brand">;
  outbox: MailOutbox;
  limits: Limits;
  fileUrl: FileUrl;
  /** @throws {Failure} `invalid` when the address is reserved */
  checkNewAddress: (email: string) => void;
  /** @throws {Failure} `invalid` on field `password`, `too_many_requests` */
  reauthenticate: (userId: number, password: string, client: Client) => Promise<void>;
}

/** Confirmation of an address (S-CONFIRMATION): its link, which may be sent again, and its correction before that. */
export function createConfirmation(options: ConfirmationOptions) {
  const { db, env, outbox, limits, fileUrl, reauthenticate } = options;

  const enqueueVerification = async (
    trx: Parameters<MailOutbox["enqueue"]>[0],
    user: NewUser & { id: number },
  ) => {
    const token = await replaceVerification(trx, user.id);
    await outbox.enqueue(trx, verificationMail(user, token, env.deployment, env.brand));
  };

  return {
    enqueueVerification,

    /**
     * Null when the member is verified already, so that nothing was mailed. `waitS`: until another link can be
     * requested. @throws {Failure} `conflict` when the address is confirmed meanwhile; `too_many_requests`
     */
    async resendVerification(userId: number): Promise<{ waitS: number } | null> {
      const row = await findUser(db, userId);
      if (!row || row.verified_at) return null;
      await limits.consume("resendHourly", userId);
      await limits.consume("resendDaily", userId);
      await db.transaction().execute(async (trx) => {
        const token = await replaceVerification(trx, userId);
        // Read behind the lock of the link: the address may have been corrected meanwhile, and whoever reads the former
        // one must get no link of the account.
        const member = await holdUnconfirmed(trx, userId);
        if (!member) throw alreadyVerified();
        await limits.consume("confirmationMail", member.email);
        await outbox.enqueue(trx, verificationMail(member, token, env.deployment, env.brand));
      });
      outbox.wake();
      const waits = [limits.waitS("resendHourly", userId), limits.waitS("resendDaily", userId)];
      return { waitS: Math.max(...(await Promise.all(waits))) };
    },

    /**
     * Replaces the address of a member who has not confirmed it, on the same account domain, for the current password;
     * a link goes to the new address and the former link stops working. @throws {Failure} `conflict` when it is confirmed; `invalid` as at
     * sign-up.
     */
    async correctAddress(
      userId: number,
      { email, password }: AddressCorrectionForm,
      client: Client,
    ): Promise<User> {
      const before = await findUser(db, userId);
      if (!before) throw new Failure("unauthenticated");
      await reauthenticate(userId, password, client);
      requireNewAddress(options, before, email);
      await limits.consume("registrationTry", client.ip);
      await limits.consume("addressCorrection", userId);
      await limits.consume("confirmationMail", email).catch(async (error: unknown) => {
        await limits.refund("addressCorrection", userId);
        throw error;
      });
      try {
        const row = await storeCorrection(options, userId, email);
        outbox.wake();
        client.note("address_corrected", { account: userId });
        return toUser({ ...row, main_image: await findMainImage(db, userId) }, fileUrl);
      } catch (error) {
        await limits.refund("addressCorrection", userId);
        await limits.refund("confirmationMail", email);
        if (brokenConstraint(error) === "users_email_unique")
          throw invalidField("email", "Site.emailTaken");
        throw error;
      }
    },

    /**
     * Confirms an address, and in the same transaction does what follows from it; returns the result of that. @throws
     * {Failure} `link_used`, `link_expired`, or `invalid` when a newer link replaced it or it does not exist.
     */
    async verifyEmail<T>(
      token: string,
      client: Client,
      onConfirmed: (trx: Db, userId: number) => Promise<T>,
    ): Promise<T> {
      const { account, result } = await db.transaction().execute(async (trx) => {
        const { fate, userId } = await confirmAddress(trx, token);
        if (fate === "used" || fate === "expired") throw new Failure(`link_${fate}`);
        if (fate === "unknown" || userId === null)
          throw new Failure("invalid", { messageKey: "Errors.verification_invalid" });
        return { account: userId, result: await onConfirmed(trx, userId) };
      });
      client.note("address_confirmed", { account });
      return result;
    },
  };
}

/** Stores the address and queues the mail with its link. @throws {Failure} `conflict` when the former is confirmed */
const storeCorrection = (
  { db, env, outbox }: Pick<ConfirmationOptions, "db" | "env" | "outbox">,
  userId: number,
  email: string,
) =>
  db.transaction().execute(async (trx) => {
    const corrected = await correctAddress(trx, userId, email);
    if (!corrected) throw alreadyVerified();
    const mail = verificationMail(corrected.row, corrected.token, env.deployment, env.brand);
    await outbox.enqueue(trx, mail);
    return corrected.row;
  });

/** @throws {Failure} `conflict` when the former address is confirmed, `invalid` on `email` */
function requireNewAddress(
  { env, checkNewAddress }: Pick<ConfirmationOptions, "env" | "checkNewAddress">,
  before: { email: string; verified_at: Date | null },
  email: string,
): void {
  if (before.verified_at) throw alreadyVerified();
  if (keptDomain(email, env.accountDomains) !== keptDomain(before.email, env.accountDomains))
    throw invalidField("email", "Site.wrongemail");
  checkNewAddress(email);
  if (email === before.email) throw invalidField("email", "Site.emailSame");
}

const alreadyVerified = () => new Failure("conflict", { messageKey: "Answers.alreadyVerified" });
