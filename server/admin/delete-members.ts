import { sql } from "kysely";
import { purgeAccount } from "#server/account/purge.ts";
import { accountDeletionMail } from "#server/account/service.ts";
import type { CommandContext } from "#server/admin/command.ts";
import { holdNamed } from "#server/admin/find-members.ts";
import { deleteSessions, restorableUntil } from "#server/auth/repository.ts";
import { forgetMember } from "#server/compose/personal-data.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { passOwnedOn } from "#server/messenger/groups/ownership.ts";

/**
 * Deletes accounts as members delete their own: each is hidden, and the member is mailed until when they can restore
 * it. @throws {StartFault}
 */
export async function deleteMembers(context: CommandContext, names: string[]): Promise<void> {
  const { trx, env, output } = context;
  for (const member of await holdNamed(context, names)) {
    if (member.deleted_at) throw new StartFault([`${member.email} is deleted already`]);
    const { deletes_at } = await trx
      .updateTable("users")
      .set({ deleted_at: sql<Date>`now()` })
      .where("id", "=", member.id)
      .returning(restorableUntil.as("deletes_at"))
      .executeTakeFirstOrThrow();
    await context.enqueueMail(accountDeletionMail(member, deletes_at, env.deployment, env.brand));
    await deleteSessions(trx, member.id);
    context.afterwards(async (db) => {
      await passOwnedOn(db, member.id);
    });
    output.done(
      `Deleted ${member.id} ${member.email}, restorable until ${deletes_at.toISOString()}`,
    );
  }
}

/** Purges accounts at once, as the end of their 30 days would. */
export async function purgeMembers(context: CommandContext, names: string[]): Promise<void> {
  for (const member of await holdNamed(context, names)) {
    await purgeAccount(context.trx, member, forgetMember);
    context.output.done(`Purged ${member.id} ${member.email}`);
  }
}
