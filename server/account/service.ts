import type { PasswordChangeInput } from "#lib/account/schema.ts";
import { hrefOf, routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import { hideAccount, swapPassword } from "#server/account/accounts.ts";
import { type Client, noteEnded } from "#server/auth/client.ts";
import { passwordChangedMail } from "#server/auth/passwords/password-changed-mail.ts";
import { hashPassword } from "#server/auth/passwords/password.ts";
import { findUser } from "#server/auth/repository.ts";
import { deleteSessions } from "#server/auth/stored-sessions.ts";
import type { AuthService } from "#server/auth/service.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure, invalidField } from "#server/http/failure.ts";
import { layOutMail, type TimedRecipient } from "#server/mail/mail-layout.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import type { Mail, MailOutbox } from "#server/mail/outbox.ts";
import type { Limits } from "#server/plugins/limits.ts";

interface AccountServiceOptions {
  db: Db;
  env: Pick<Env, "deployment" | "brand">;
  outbox: MailOutbox;
  auth: Pick<AuthService, "reauthenticate" | "checkNewPassword">;
  limits: Limits;
  /** Ends the sockets of a session. */
  endSession: (sessionId: string) => void;
  /**
   * Called in the transaction that hides a member: hands the groups that they own to others. The returned function
   * publishes the changes afterwards.
   */
  onHiding: (trx: Db, userId: number) => Promise<() => Promise<void>>;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** Actions of a member on their own account that need the password: changing it, and deleting the account. */
export function createAccountService(options: AccountServiceOptions) {
  const { db, env, outbox, auth, limits, endSession, onHiding } = options;
  const finish = (
    client: Client,
    event: "password_changed" | "account_deleted",
    account: number,
    ended: string[],
  ) => {
    outbox.wake();
    ended.forEach(endSession);
    client.note(event, { account });
    noteEnded(client, account, ended, event);
  };

  return {
    /** Ends all other sessions of the member and mails them. @throws {Failure} `invalid`, `too_many_requests` */
    async changePassword(
      member: { id: number; sessionId: string },
      { current_password, password }: PasswordChangeInput,
      client: Client,
    ): Promise<void> {
      const wrong = invalidField("current_password", "Site.wrongPassword");
      // Read before the password is confirmed: if the hash has changed by the time of the swap, the confirmed password
      // was no longer current.
      const before = (await findUser(db, member.id))?.password_hash;
      if (before === undefined) throw new Failure("unauthenticated");
      await auth.reauthenticate(member.id, current_password, client, "current_password");
      await auth.checkNewPassword(password);
      await limits.consume("passwordChange", member.id);
      const after = await hashPassword(password);
      const ended = await db.transaction().execute(async (trx) => {
        const changed = await swapPassword(trx, member.id, { before, after });
        if (!changed) throw wrong;
        const { phone, changed_at } = changed;
        const kept = phone === null ? null : { phone, kind: "kept" as const };
        const mail = passwordChangedMail(changed, changed_at, env.deployment, env.brand, kept);
        await outbox.enqueue(trx, mail);
        return deleteSessions(trx, member.id, member.sessionId);
      });
      finish(client, "password_changed", member.id, ended);
    },

    /**
     * Hides the account, ends its sessions and mails how to restore it; returns when it is purged. @throws {Failure}
     * `invalid`, `too_many_requests`
     */
    async deleteAccount(
      member: { id: number; sessionId: string },
      password: string,
      client: Client,
    ): Promise<Date> {
      const userId = member.id;
      await auth.reauthenticate(userId, password, client);
      await limits.consume("accountDeletion", userId);
      const { deletesAt, ended, publishHidden } = await db.transaction().execute(async (trx) => {
        const hidden = await hideAccount(trx, member);
        if (!hidden) throw new Failure("unauthenticated");
        const mail = accountDeletionMail(hidden, hidden.deletes_at, env.deployment, env.brand);
        await outbox.enqueue(trx, mail);
        const ended = await deleteSessions(trx, userId);
        const publishHidden = await onHiding(trx, userId);
        return { deletesAt: hidden.deletes_at, ended, publishHidden };
      });
      finish(client, "account_deleted", userId, ended);
      await publishHidden();
      return deletesAt;
    },
  };
}

/**
 * The mail that says that the account is hidden, when it is purged, and how to restore it until then. `byOperator` is
 * given where the operator deleted it: whoever is suspended cannot sign in to restore it.
 */
export function accountDeletionMail(
  recipient: TimedRecipient,
  deletesAt: Date,
  deployment: Deployment,
  brand: string,
  byOperator?: { is_suspended: boolean },
): Mail {
  const { email, locale, time_zone } = recipient;
  const date = mailMoment(deletesAt, time_zone);
  const by = byOperator ? "operator" : "member";
  return layOutMail(recipient, brand, "Mail.deletionSubject", (translate) => {
    const lead = {
      kind: "paragraph" as const,
      text: translate(`Mail.deletionLead_${by}`, { email, date }),
    };
    if (byOperator?.is_suspended) return [lead];
    return [
      lead,
      { kind: "paragraph", text: translate(`Mail.deletionReturn_${by}`) },
      {
        kind: "button",
        text: translate("Mail.deletionButton"),
        href: hrefOf(deployment, locale, routes.login()),
      },
      ...(byOperator ? [] : [{ kind: "note" as const, text: translate("Mail.deletionNotYou") }]),
    ];
  });
}
