import { sql } from "kysely";
import type { Logger } from "pino";
import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import type { InvitationTarget, OpenInvitation } from "#lib/invitations/open-schema.ts";
import {
  type Invitation,
  type InvitationInput,
  invitationUsesMax,
  liveInvitationsMax,
} from "#lib/invitations/schema.ts";
import { readClassKey } from "#lib/members/class-key.ts";
import { lockMember, lockPair } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { createCountPresent } from "#server/invitations/count-present.ts";
import { findLive, type LiveInvitation } from "#server/invitations/live.ts";
import {
  countLive,
  insertInvitation,
  isClassChat,
  type NewInvitation,
  type OwnInvitation,
  ownLive,
  takeSignUp,
  countUse,
  withdrawInvitation,
} from "#server/invitations/repository.ts";
import { invitationUrl, toOpen, yearsOfClass } from "#server/invitations/shared-invitations.ts";
import { isOfClass } from "#server/members/class-members.ts";
import { lockInstitutionId } from "#server/params/objects.ts";
import type { Reader } from "#server/plugins/session.ts";
import type { ReaderId } from "#server/visibility.ts";

interface InvitationsOptions {
  db: Db;
  env: Pick<Env, "deployment">;
  log: Pick<Logger, "warn">;
  /** The role of a member in a group; undefined: not in it. */
  groupRole: (db: Db, chatId: number, userId: number) => Promise<string | undefined>;
  /**
   * In a transaction: adds the member to the group of its owner; false when they are in it. @throws {Failure}
   * `not_found` when the owner has handed it over, `conflict` when it is full.
   */
  joinGroup: (
    trx: Db,
    joining: { chatId: number; userId: number; ownerId: number },
  ) => Promise<boolean>;
  /** Publishes to all in the group that somebody has joined it. */
  publishJoined: (chatId: number) => Promise<void>;
  roundedDown: (members: number) => number | null;
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

/** Null: a visitor. A member who has not confirmed their address sees what a visitor does (D-UNVERIFIED). */
type OpenReader = { id: number; verified: boolean } | null;

export type Invitations = ReturnType<typeof createInvitations>;

/** The same answer for every link that is not live, so that an ended one looks like a missing one. */
const noInvitation = () => new Failure("not_found", { messageKey: "Errors.invitationEnded" });

/** Links by which members invite others (D-INVITE). */
export function createInvitations(options: InvitationsOptions) {
  const { db, env, log, joinGroup, publishJoined } = options;
  const countPresent = createCountPresent(db, options.roundedDown);
  const shown = (locale: string) => (row: OwnInvitation) => toInvitation(row, env, locale);

  const find = async (on: Db, readerId: ReaderId, locale: string, code: string) => {
    const found = isInvitationCode(code) && (await findLive(on, { readerId, locale }, code));
    if (!found) throw noInvitation();
    return found;
  };

  /** In a transaction: joins the group of the link, if it has one, and counts the member. */
  const acceptIn = async (trx: Db, reader: Reader, code: string): Promise<Accepted> => {
    const { inviter_id } = await find(trx, reader.id, reader.locale, code);
    if (inviter_id === reader.id)
      throw new Failure("conflict", { messageKey: "Errors.invitationOwn" });
    // A block between the two, or a withdrawal, comes entirely before or after this.
    await lockPair(trx, reader.id, inviter_id);
    const found = await find(trx, reader.id, reader.locale, code);
    const { chat_id, is_used, is_in_chat } = found;
    if (is_used && chat_id !== null && !is_in_chat)
      throw new Failure("conflict", { messageKey: "Errors.invitationSpent" });
    // The lock of the chat comes before that of the link, in the same order as when a chat is deleted with its links.
    const joined =
      chat_id !== null &&
      (await joinGroup(trx, { chatId: chat_id, userId: reader.id, ownerId: inviter_id }));
    if (!(await countUse(trx, found, reader.id))) throw noInvitation();
    return { found, joined: joined ? chat_id : null };
  };

  const publishAccepted = async ({ joined }: Accepted) => {
    if (joined !== null) await publishJoined(joined);
  };

  return {
    list: async ({ id, locale }: Reader): Promise<Invitation[]> =>
      (await ownLive(db, id, locale).execute()).map(shown(locale)),

    /** @throws {Failure} `conflict` when the member has the maximum of live links, `not_found`, `forbidden` */
    async make({ id: userId, locale }: Reader, input: InvitationInput): Promise<Invitation> {
      const row = await db.transaction().execute(async (trx) => {
        await lockMember(trx, userId);
        const target = await requireTarget(trx, options, userId, input);
        if ((await countLive(trx, userId)) >= liveInvitationsMax)
          throw new Failure("conflict", { messageKey: "Errors.invitationsFull" });
        const id = await insertInvitation(trx, userId, target);
        return ownLive(trx, userId, locale)
          .where("invitations.id", "=", id)
          .executeTakeFirstOrThrow();
      });
      return toInvitation(row, env, locale);
    },

    async withdraw(userId: number, id: number): Promise<void> {
      if (!(await withdrawInvitation(db, userId, id))) throw notFound();
    },

    /** @throws {Failure} `not_found`, the same for every link that is not live */
    async open(reader: OpenReader, locale: string, code: string): Promise<OpenInvitation> {
      const readerId = reader?.id ?? null;
      const found = await find(db, readerId, locale, code);
      return toOpen(
        found,
        readerId,
        await countPresent(reader?.verified ? reader.id : null, found),
      );
    },

    async accept(reader: Reader, code: string): Promise<InvitationTarget> {
      const accepted = await db.transaction().execute((trx) => acceptIn(trx, reader, code));
      await publishAccepted(accepted);
      const { kind, object_id, class_key, study_group, chat_id } = accepted.found;
      return { kind, object_id, class_key, group: study_group, chat_id };
    },

    /**
     * In the transaction that confirms the address of a member: accepts the link through which they signed up. Returns
     * its code, and what publishes it afterwards. An ended link or a full group does not undo the confirmation: the page
     * of the invitation says so.
     */
    async acceptSignUp(trx: Db, reader: Reader): Promise<SignUpAccepted> {
      const unpublished = () => Promise.resolve();
      const code = await takeSignUp(trx, reader.id);
      if (code === undefined) return { code: null, publishAccepted: unpublished };
      const notAccepted = (error: unknown) => {
        log.warn({ err: error }, "could not accept the invitation of a new member");
      };
      try {
        const accepted = await inSavepoint(trx, () => acceptIn(trx, reader, code));
        return { code, publishAccepted: () => publishAccepted(accepted).catch(notAccepted) };
      } catch (error) {
        if (error instanceof Failure) return { code, publishAccepted: unpublished };
        notAccepted(error);
        return { code: null, publishAccepted: unpublished };
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

/** In the transaction that stores the link. The allowed targets: all of Kampus, a class of the member, a group that they own. */
async function requireTarget(
  trx: Db,
  { groupRole }: Pick<InvitationsOptions, "groupRole">,
  userId: number,
  { kind, object_id, class_key, chat_id, group }: InvitationInput,
): Promise<NewInvitation> {
  const none = { object_id: null, class_key: null, study_group: null, chat_id: null };
  if (kind === "class" && object_id && class_key) {
    const years = readClassKey(class_key);
    const objectId = await lockInstitutionId(trx, object_id);
    if (!years || objectId === undefined) throw notFound();
    if (!(await isOfClass(trx, userId, objectId, years)))
      throw new Failure("forbidden", { messageKey: "Errors.invitationOwnClassOnly" });
    return { ...none, kind, object_id: objectId, class_key, study_group: group ?? null };
  }
  if (kind === "group" && chat_id) {
    const role = await groupRole(trx, chat_id, userId);
    if (role === undefined) throw notFound();
    if (role !== "owner") throw new Failure("forbidden", { messageKey: "Errors.groupOwnerOnly" });
    if (await isClassChat(trx, chat_id))
      throw new Failure("conflict", { messageKey: "Errors.invitationClassChat" });
    return { ...none, kind, chat_id };
  }
  return { ...none, kind };
}

const objectOf = ({ object_id, object_name }: Pick<OwnInvitation, "object_id" | "object_name">) =>
  object_id === null ? null : { id: object_id, name: object_name };

function toInvitation(
  row: OwnInvitation,
  { deployment }: Pick<Env, "deployment">,
  locale: string,
): Invitation {
  const { id, code, kind, class_key, study_group, chat_id, chat_title, uses } = row;
  return {
    id,
    code,
    kind,
    class_key,
    uses,
    ...yearsOfClass(class_key),
    url: invitationUrl(deployment, locale, code),
    object: objectOf(row),
    group: study_group,
    chat: chat_id === null ? null : { id: chat_id, title: chat_title ?? "" },
    uses_max: invitationUsesMax,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
