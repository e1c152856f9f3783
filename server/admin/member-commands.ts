/** The operator's commands on accounts (D-DOMAINS, D-SUSPENDED). */
import { sql } from "kysely";
import { idMax } from "#lib/http/schema.ts";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { closeForGood, purgeClosed, tryPurge } from "#server/account/purge.ts";
import { accountDeletionMail } from "#server/account/service.ts";
import {
  type Command,
  type CommandContext,
  type Given,
  readTime,
  UsageFault,
} from "#server/admin/command.ts";
import { acceptSignUps, createMember, setVerified } from "#server/admin/create-member.ts";
import {
  changeTogether,
  findMembers,
  holdNamed,
  type NamedMember,
} from "#server/admin/find-members.ts";
import { minute } from "#server/admin/output.ts";
import { memberNameOptions, namesOf } from "#server/admin/rename-commands.ts";
import { isSuspended, restorableUntil, restoreAccount } from "#server/auth/repository.ts";
import { deleteSessions } from "#server/auth/stored-sessions.ts";
import type { SuspensionReason } from "#server/auth/tables.ts";
import { forgetMember, forgetPortion } from "#server/compose/personal-data.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { transferOwned } from "#server/messenger/groups/ownership.ts";

const reasons = ["spam", "abuse", "fake", "rules"] as const satisfies SuspensionReason[];
const daysMax = 3_650;
const foundMax = 500;

const who = { words: "WHO…", hasPrivateWords: true } as const;

/**
 * Changes members, named by their ids or whole addresses: either all or none. What locks chats comes `afterwards`, because
 * changes of an account lock the sizes of classes before them.
 */
const changeNamed = (
  given: Given,
  done: string,
  change: (context: CommandContext, member: NamedMember) => Promise<void>,
  afterwards?: (context: CommandContext, members: NamedMember[]) => Promise<void>,
) => {
  const names = [...new Set(given.words.map((word) => word.toLowerCase()))];
  return async (context: CommandContext) => {
    const named = await holdNamed(context, names);
    await changeTogether(context.trx, named, async (member) => {
      await change(context, member);
      context.output.done(`${done} ${member.id} ${member.email}`);
    });
    await afterwards?.(context, named);
  };
};

export const memberCommands: Command[] = [
  {
    name: "members find",
    words: "TEXT…",
    hasPrivateWords: true,
    summary: "by id, address or part of it, or name, the newest first",
    options: {
      before: { value: "ID", summary: "those before this one: the next page" },
      limit: { value: "NUMBER", summary: "so many, 50 unless given" },
    },
    example: "members find karimov",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const before = given.number("before", idMax);
      const limit = given.number("limit", foundMax) ?? 50;
      return (context) => findMembers(context, { text: given.words.join(" "), before, limit });
    },
  },
  {
    name: "members create",
    summary: "makes an account on any of ACCOUNT_DOMAINS",
    options: {
      email: { value: "ADDRESS", summary: "its whole address", isRequired: true, isPrivate: true },
      ...memberNameOptions,
      locale: {
        value: "LOCALE",
        summary: `the language of its mails, ${defaultLocale} unless given`,
      },
      verified: { summary: "the address counts as confirmed" },
      "password-stdin": { summary: "asks for the password; else one is made up and printed" },
    },
    example:
      "members create --email alisher.k@talim.example --surname Karimov --name Ali --patronymic Olimovich",
    alsoFor: [],
    writes: true,
    async plan(given, terminal) {
      const locale = given.choice("locale", locales) ?? defaultLocale;
      const password = given.flag("password-stdin")
        ? await terminal.readLine("Password: ", false)
        : null;
      if (given.flag("password-stdin") && password === null)
        throw new UsageFault(["--password-stdin: standard input has no line"]);
      const person = { email: given.required("email"), ...namesOf(given) };
      const member = { ...person, locale, verified: given.flag("verified"), password };
      return (context) => createMember(context, member);
    },
  },
  {
    name: "members verify",
    ...who,
    summary: "their addresses count as confirmed, as by the mailed link",
    example: "members verify alisher.k@talim.example",
    alsoFor: ["support"],
    writes: true,
    publishes: true,
    plan: (given) => changeNamed(given, "Confirmed", setVerified, acceptSignUps),
  },
  {
    name: "members suspend",
    otherName: "members block",
    ...who,
    summary: "ends their sessions and keeps them out; at the login they learn why",
    options: {
      reason: { value: "REASON", summary: reasons.join(", "), isRequired: true },
      days: { value: "NUMBER", summary: "it ends by itself after so many days" },
      until: { value: "TIME", summary: "it ends by itself then, e.g. 2027-03-01T12:00 (UTC)" },
    },
    example: "members suspend 12 --reason spam --days 7",
    alsoFor: [],
    writes: true,
    plan(given) {
      const reason = given.choice("reason", reasons) ?? "rules";
      const until = endOf(given);
      return changeNamed(given, "Suspended", (context, member) =>
        suspend(context, member, { reason, until }),
      );
    },
  },
  {
    name: "members unsuspend",
    otherName: "members unblock",
    ...who,
    summary: "they can sign in again",
    example: "members unsuspend 12",
    alsoFor: [],
    writes: true,
    plan: (given) =>
      changeNamed(given, "Unsuspended", async ({ trx }, { id }) => {
        await trx
          .updateTable("users")
          .set({ suspended_at: null, suspended_until: null, suspended_for: null })
          .where("id", "=", id)
          .execute();
      }),
  },
  {
    name: "members sign-out",
    ...who,
    summary: "ends all their sessions",
    example: "members sign-out 12",
    alsoFor: ["support"],
    writes: true,
    plan: (given) =>
      changeNamed(given, "Signed out", async ({ trx, output }, { id }) => {
        const ended = await deleteSessions(trx, id);
        output.line(`  ${ended.length} sessions`);
      }),
  },
  {
    name: "members delete",
    ...who,
    summary: "deletes as they could themselves: for 30 days they can come back by signing in",
    options: {
      now: { summary: "purges: nothing of them is left, and nobody can bring it back" },
      confirm: { value: "WORD", summary: "with --now: purge; else it is asked for" },
    },
    example: "members delete 12",
    alsoFor: [],
    writes: true,
    sendsMail: true,
    publishes: true,
    async plan(given, terminal) {
      const names = [...new Set(given.words.map((word) => word.toLowerCase()))];
      if (!given.flag("now")) return (context) => deleteMembers(context, names);
      const prompt = `This purges ${names.join(", ")}. Type "purge" to go on: `;
      const confirmed = given.text("confirm") ?? (await terminal.readLine(prompt, true));
      if (confirmed !== "purge")
        throw new UsageFault(['members delete --now: "purge" was not given']);
      return (context) => purgeMembers(context, names);
    },
  },
  {
    name: "members restore",
    ...who,
    summary: "undoes a deletion within its 30 days; who is suspended stays so",
    example: "members restore 12",
    alsoFor: [],
    writes: true,
    publishes: true,
    plan: (given) => changeNamed(given, "Restored", restore),
  },
];

/**
 * Restores an account as its member's login would, whoever deleted it, and a suspended one too. @throws {StartFault}
 */
async function restore(
  { trx, output, publish }: CommandContext,
  { id, email, deleted_at, is_suspended, suspended_until }: NamedMember,
): Promise<void> {
  if (!deleted_at) throw new StartFault([`${email} is not deleted`]);
  if (!(await restoreAccount(trx, id)))
    throw new StartFault([`${email} cannot be restored: it was deleted too long ago, or purged`]);
  await publish({ subject: "account", user_id: id });
  const until = suspended_until ? ` until ${minute(suspended_until)} (UTC)` : "";
  if (is_suspended) output.line(`  still suspended${until}`);
}

type SuspensionEnd = { days: number } | { at: Date } | null;

/** @throws {UsageFault} */
function endOf(given: Given): SuspensionEnd {
  const days = given.number("days", daysMax);
  const text = given.text("until");
  if (days !== undefined && text !== undefined)
    throw new UsageFault(["give either --days or --until"]);
  if (text !== undefined) return { at: readTime("until", text) };
  return days === undefined ? null : { days };
}

/** The row is locked before its sessions are ended: a concurrent login either sees the suspension or is ended too. */
async function suspend(
  { trx, output }: CommandContext,
  { id }: NamedMember,
  { reason, until }: { reason: SuspensionReason; until: SuspensionEnd },
): Promise<void> {
  const end =
    until && ("days" in until ? sql<Date>`now() + make_interval(days => ${until.days})` : until.at);
  const { is_suspended } = await trx
    .updateTable("users")
    .set({
      suspended_at: sql<Date>`CASE WHEN ${isSuspended} THEN suspended_at ELSE now() END`,
      suspended_until: end,
      suspended_for: reason,
    })
    .where("id", "=", id)
    .returning(isSuspended.as("is_suspended"))
    .executeTakeFirstOrThrow();
  if (!is_suspended) throw new StartFault(["--until must lie in the future"]);
  const ended = await deleteSessions(trx, id);
  output.line(`  ${ended.length} sessions ended`);
}

/**
 * Deletes accounts as members delete their own: each is hidden, and the member is mailed who did it, and until when they
 * can restore it, which a suspended member cannot. @throws {StartFault}
 */
async function deleteMembers(context: CommandContext, names: string[]): Promise<void> {
  const { trx, env, output, publish } = context;
  const named = await holdNamed(context, names);
  await changeTogether(trx, named, async (member) => {
    if (member.deleted_at) throw new StartFault([`${member.email} is deleted already`]);
    const { deletes_at } = await trx
      .updateTable("users")
      .set({ deleted_at: sql<Date>`now()` })
      .where("id", "=", member.id)
      .returning(restorableUntil.as("deletes_at"))
      .executeTakeFirstOrThrow();
    const { suspended_until } = member;
    // A suspension that ends before lets the member in again.
    const is_suspended =
      member.is_suspended && (suspended_until === null || suspended_until >= deletes_at);
    await context.enqueueMail(
      accountDeletionMail(member, deletes_at, env.deployment, env.brand, { is_suspended }),
    );
    await deleteSessions(trx, member.id);
    output.done(
      `Deleted ${member.id} ${member.email}, restorable until ${deletes_at.toISOString()}`,
    );
  });
  const ids = named.map(({ id }) => id);
  for (const chat_id of await transferOwned(trx, ids)) await publish({ subject: "group", chat_id });
  for (const user_id of ids) await publish({ subject: "account", user_id });
}

const forgetting = { forget: forgetMember, forgetPortion };

/**
 * Purges accounts at once, as the end of their 30 days would: closed in this transaction, and purged after it in
 * portions, since one transaction would hold up all chats of a member. The servers go on where this is interrupted.
 */
async function purgeMembers(context: CommandContext, names: string[]): Promise<void> {
  const { trx, output, afterCommit } = context;
  await changeTogether(trx, await holdNamed(context, names), async ({ id, email }) => {
    await closeForGood(trx, id);
    await deleteSessions(trx, id);
    afterCommit({
      work: (db) =>
        purgeClosed(db, id, forgetting, (portions) => {
          output.showProgress(
            `… ${id} ${email}: portion ${portions} of messages and files deleted`,
          );
        }),
      attempt: (trx) => tryPurge(trx, id, forgetting),
    });
    output.done(`Purged ${id} ${email}`);
  });
}
