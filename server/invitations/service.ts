import type { InvitationInput } from "#lib/invitations/invitation-input-schema.ts";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import { type Invitation, invitationUsesMax, liveInvitationsMax } from "#lib/invitations/schema.ts";
import { readClassKey } from "#lib/members/class-key.ts";
import { lockMember } from "#server/auth/lock-member.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { type AcceptanceOptions, createAcceptance } from "#server/invitations/accept-invitation.ts";
import { createCountPresent } from "#server/invitations/count-present.ts";
import { requireLive } from "#server/invitations/live.ts";
import {
  countKept,
  insertInvitation,
  isClassChat,
  type NewInvitation,
  type OwnInvitation,
  ownLive,
  withdrawInvitation,
  withdrawUnowned,
} from "#server/invitations/repository.ts";
import { invitationUrl, toOpen, yearsOfClass } from "#server/invitations/shared-invitations.ts";
import type { CheckName } from "#server/members/check-name.ts";
import { isOfClass } from "#server/members/class-members.ts";
import { lockInstitutionId } from "#server/params/objects.ts";
import type { Reader } from "#server/plugins/session.ts";

interface InvitationsOptions extends AcceptanceOptions {
  env: Pick<Env, "deployment">;
  checkTitle: CheckName;
  /** The role of a member in a group, which keeps until the transaction ends. @throws {Failure} `not_found` */
  lockGroup: (trx: Db, chatId: number, userId: number) => Promise<{ role: string }>;
  roundedDown: (members: number) => number | null;
}

/** Null: a visitor. A member who has not confirmed their address sees what a visitor does (D-UNVERIFIED). */
type OpenReader = { id: number; verified: boolean } | null;

export type Invitations = ReturnType<typeof createInvitations>;

/** Links by which members invite others (D-INVITE). */
export function createInvitations(options: InvitationsOptions) {
  const { db, env, checkTitle } = options;
  const countPresent = createCountPresent(db, options.roundedDown);
  const shown = (locale: string) => (row: OwnInvitation) => toInvitation(row, env, locale);
  const { accept, acceptSignUp } = createAcceptance(options);

  return {
    list: async ({ id, locale }: Reader): Promise<Invitation[]> =>
      (await ownLive(db, id, locale).execute()).map(shown(locale)),

    /** @throws {Failure} `conflict` when the member has the maximum of live links, `not_found`, `forbidden`, `invalid` */
    async make({ id: userId, locale }: Reader, input: InvitationInput): Promise<Invitation> {
      if (input.group !== undefined) checkTitle({ group: input.group });
      const row = await db.transaction().execute(async (trx) => {
        await lockMember(trx, userId);
        const target = await requireTarget(trx, options, userId, input);
        await withdrawUnowned(trx, userId);
        // Counts the links to a group that is handed over right now, too, because it may be handed back.
        if ((await countKept(trx, userId)) >= liveInvitationsMax)
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
      const found = await requireLive(db, { readerId, locale }, code);
      return toOpen(
        found,
        readerId,
        await countPresent(reader?.verified ? reader.id : null, found),
      );
    },

    accept,
    acceptSignUp,
  };
}

/** In the transaction that stores the link. The allowed targets: all of Kampus, a class of the member, a group that they own. */
async function requireTarget(
  trx: Db,
  { lockGroup }: Pick<InvitationsOptions, "lockGroup">,
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
    const { role } = await lockGroup(trx, chat_id, userId);
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
