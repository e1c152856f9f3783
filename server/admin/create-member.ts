import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { emailLocalPart, wholeEmail } from "#lib/auth/schema.ts";
import { personName } from "#lib/validation/name-schema.ts";
import { requiredText } from "#lib/validation/schema.ts";
import { checkGiven } from "#server/admin/check-given.ts";
import type { CommandContext } from "#server/admin/command.ts";
import type { NamedMember } from "#server/admin/find-members.ts";
import { createAddressCheck } from "#server/auth/new-address.ts";
import { createPasswordCheck } from "#server/auth/passwords/new-password.ts";
import { hashPassword } from "#server/auth/passwords/password.ts";
import { insertUser } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { createLog } from "#server/infra/log.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { createAcceptance } from "#server/invitations/accept-invitation.ts";
import { createPersonCheck } from "#server/members/check-name.ts";
import { joinInvited } from "#server/messenger/groups/membership.ts";

interface NewMember {
  email: string;
  surname: string;
  name: string;
  patronymic: string;
  locale: string;
  /** Whether the address counts as confirmed from the start. */
  verified: boolean;
  /** Null: a password is generated and printed. */
  password: string | null;
}

const newMember = (env: Pick<Env, "accountDomains">) =>
  z.object({
    email: wholeEmail(emailLocalPart, env.accountDomains),
    surname: personName,
    name: personName,
    patronymic: personName,
    password: requiredText.check(z.maxLength(256, "Site.max256")),
  });

/** Makes an account on any of the account domains, by the rules of the sign-up. @throws {StartFault} saying which it breaks. */
export async function createMember(
  { trx, env, output, note }: CommandContext,
  { locale, verified, password, ...given }: NewMember,
): Promise<void> {
  const madeUp = password ?? randomBytes(12).toString("base64url");
  const checked = await checkGiven(
    newMember(env),
    { ...given, password: madeUp },
    async ({ email, password, ...names }) => {
      createPersonCheck(env.brand)(names);
      createAddressCheck(env.brand)(email);
      await createPasswordCheck(env, output.showProgress)(password);
    },
    {
      "Site.wrongemail": `no address of this deployment, whose domains are ${env.accountDomains.join(", ")}`,
    },
  );
  const { password: accepted, ...person } = checked;
  const passwordHash = await hashPassword(accepted);
  const row = await insertUser(trx, { ...person, locale, passwordHash });
  if (!row) throw new StartFault([`email: ${person.email} is taken`]);
  if (verified) await setVerified({ trx }, row);
  note(`member ${row.id}`);
  output.done(`Created ${row.id} ${person.email}${verified ? ", confirmed" : ""}`);
  if (password === null) output.secret(`  password: ${madeUp} (shown only now)`);
}

export async function setVerified(
  { trx }: Pick<CommandContext, "trx">,
  { id }: { id: number },
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ verified_at: sql<Date>`coalesce(verified_at, now())` })
    .where("id", "=", id)
    .execute();
}

/** Accepts the invitations of the sign-ups (D-INVITE); not for a closed account, which would join its group. */
export async function acceptSignUps(
  { trx, publish }: CommandContext,
  members: NamedMember[],
): Promise<void> {
  const { acceptSignUp } = createAcceptance({
    db: trx,
    log: createLog("warn"),
    joinGroup: joinInvited,
    publishJoined: (chat_id) => publish({ subject: "group", chat_id }),
  });
  const joining = members.filter(({ deleted_at, is_suspended }) => !deleted_at && !is_suspended);
  const ids = joining.map(({ id }) => id);
  await lockGroupsOfSignUps(trx, ids);
  for (const { id, locale } of joining) {
    const { publishAccepted } = await acceptSignUp(trx, { id, locale });
    await publishAccepted();
  }
}

/** Locks the groups that these members join, in the order in which several chats are always locked. */
const lockGroupsOfSignUps = (trx: Db, userIds: number[]) =>
  trx
    .selectFrom("chats")
    .select("id")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("invited_sign_ups")
        .innerJoin("invitations", "invitations.id", "invited_sign_ups.invitation_id")
        .select("invitations.chat_id")
        .where("invited_sign_ups.user_id", "=", sql<number>`ANY (${userIds}::integer[])`),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
