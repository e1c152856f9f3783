/** An invitation as link previews see it: as a visitor does. */
import { isInvitationCode } from "#lib/invitations/code-schema.ts";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import { readClassKey } from "#lib/members/class-key.ts";
import { type Deployment, originOf } from "#lib/site/surfaces.ts";
import { routes } from "#lib/routes.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { createCountPresent } from "#server/invitations/count-present.ts";
import { type InvitationWords, invitationWords } from "#server/invitations/invitation-words.ts";
import { findLive, type LiveInvitation } from "#server/invitations/live.ts";
import type { ReaderId } from "#server/visibility.ts";

interface Options {
  db: Db;
  env: Pick<Env, "brand">;
  roundedDown: (members: number) => number | null;
}

export type FindShared = (locale: string, code: string) => Promise<InvitationWords | undefined>;

/** Returns undefined for every link that is not live. */
export function createFindShared({ db, env, roundedDown }: Options): FindShared {
  const countPresent = createCountPresent(db, roundedDown);
  return async (locale, code) => {
    if (!isInvitationCode(code)) return undefined;
    const found = await findLive(db, { readerId: null, locale }, code);
    if (!found) return undefined;
    const open = toOpen(found, null, await countPresent(null, found));
    return invitationWords(open, locale, env.brand);
  };
}

/** On the root domain, as the shortest address of the page; its picture has an address beside it. */
export const invitationUrl = (deployment: Deployment, locale: string, code: string) =>
  `${originOf(deployment)}/${locale}${routes.invitation(code).path}`;

/** The years of a class by its key; none without a key. */
export const yearsOfClass = (key: string | null) =>
  (key === null ? null : readClassKey(key)) ?? { start: null, end: null };

export function toOpen(
  row: LiveInvitation,
  readerId: ReaderId,
  present: Pick<OpenInvitation, "total" | "is_rounded">,
): OpenInvitation {
  const { kind, class_key, study_group, chat_id, is_used, is_in_chat } = row;
  return {
    kind,
    class_key,
    ...present,
    ...yearsOfClass(class_key),
    inviter: { name: `${row.name} ${row.surname}` },
    object: row.object_id === null ? null : { id: row.object_id, name: row.object_name ?? "" },
    group: study_group,
    chat: chat_id === null ? null : { title: row.chat_title ?? "" },
    expires_at: row.expires_at.toISOString(),
    is_own: row.inviter_id === readerId,
    is_accepted: is_used && (chat_id === null || is_in_chat),
    chat_id: is_in_chat ? chat_id : null,
  };
}
