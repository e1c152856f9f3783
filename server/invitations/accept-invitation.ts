/** Accepting a link (D-INVITE): by a member, or by the confirmation of who signed up through it. */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { InvitationTarget } from "#lib/invitations/open-schema.ts";
import { lockPair } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import { Failure } from "#server/http/failure.ts";
import { type LiveInvitation, noInvitation, requireLive } from "#server/invitations/live.ts";
import { countUse, takeSignUpInvitation } from "#server/invitations/repository.ts";
import type { Reader } from "#server/plugins/session.ts";

export interface AcceptanceOptions {
  db: Db;
  log: Pick<Logger, "warn">;
  /**
   * In a transaction: adds the member to the group of its owner; false when they are in it. @throws {Failure}
   * `not_found` when the owner has handed it over, `conflict` when it is full, or has removed them lately.
   */
  joinGroup: (
    trx: Db,
    joining: { chatId: number; userId: number; ownerId: number },
  ) => Promise<boolean>;
  /** Publishes to all in the group that somebody has joined it. */
  publishJoined: (chatId: number) => Promise<void>;
}

interface Accepted {
  found: LiveInvitation;
  /** The group that the member has just joined. */
  joined: number | null;
}

interface SignUpAccepted {
  code: string | null;
  publishAccepted: () => Promise<void>;
}

export function createAcceptance({ db, log, joinGroup, publishJoined }: AcceptanceOptions) {
  /** In a transaction: joins the group of the link, if it has one, and counts the member. */
  const acceptIn = async (
    trx: Db,
    { id: readerId, locale }: Reader,
    code: string,
  ): Promise<Accepted> => {
    const { inviter_id } = await requireLive(trx, { readerId, locale }, code);
    if (inviter_id === readerId)
      throw new Failure("conflict", { messageKey: "Errors.invitationOwn" });
    // A block between the two, or a withdrawal, comes entirely before or after this.
    await lockPair(trx, readerId, inviter_id);
    const found = await requireLive(trx, { readerId, locale }, code);
    const { chat_id, is_used, is_in_chat } = found;
    if (is_used && chat_id !== null && !is_in_chat)
      throw new Failure("conflict", { messageKey: "Errors.invitationSpent" });
    // The lock of the chat comes before that of the link, in the same order as when a chat is deleted with its links.
    const joined =
      chat_id !== null &&
      (await joinGroup(trx, { chatId: chat_id, userId: readerId, ownerId: inviter_id }));
    if (!(await countUse(trx, found, readerId))) throw noInvitation();
    return { found, joined: joined ? chat_id : null };
  };

  const publishAccepted = async ({ joined }: Accepted) => {
    if (joined !== null) await publishJoined(joined);
  };

  return {
    accept: async (reader: Reader, code: string): Promise<InvitationTarget> => {
      const accepted = await db.transaction().execute((trx) => acceptIn(trx, reader, code));
      await publishAccepted(accepted);
      const { kind, object_id, class_key, study_group, chat_id } = accepted.found;
      return { kind, object_id, class_key, group: study_group, chat_id };
    },

    /**
     * In the transaction that confirms the address of a member: accepts the link through which they signed up. Returns
     * its code, and what publishes it afterwards. Nothing that keeps the member out undoes the confirmation: the page of the
     * invitation says that the link has ended or the group is full, and after a passing fault they accept it there.
     */
    acceptSignUp: async (trx: Db, reader: Reader): Promise<SignUpAccepted> => {
      const unpublished = () => Promise.resolve();
      const code = await takeSignUpInvitation(trx, reader.id);
      if (code === undefined) return { code: null, publishAccepted: unpublished };
      const notAccepted = (error: unknown) => {
        log.warn({ err: error }, "could not accept the invitation of a new member");
      };
      try {
        const accepted = await inSavepoint(trx, () => acceptIn(trx, reader, code));
        return { code, publishAccepted: () => publishAccepted(accepted).catch(notAccepted) };
      } catch (error) {
        if (!(error instanceof Failure)) notAccepted(error);
        return { code, publishAccepted: unpublished };
      }
    },
  };
}

/** What `work` has written is undone where it fails, and the transaction goes on. */
async function inSavepoint<T>(trx: Db, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT accepting`.execute(trx);
  try {
    return await work();
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT accepting`.execute(trx);
    throw error;
  }
}
