/** What the operator does with accounts: makes, finds, verifies, suspends and restores them (D-DOMAINS, D-SUSPENDED). */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import { emailLocalPart, wholeEmail } from "#lib/auth/schema.ts";
import { personName } from "#lib/validation/name-schema.ts";
import { requiredText } from "#lib/validation/schema.ts";
import { createAddressCheck } from "#server/auth/new-address.ts";
import { createPasswordCheck } from "#server/auth/new-password.ts";
import { hashPassword } from "#server/auth/password.ts";
import { deleteSessions, insertUser } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { Failure } from "#server/http/failure.ts";
import { createPersonCheck } from "#server/infra/check-name.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { nameMatches } from "#server/db/searchable.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { translatorFor } from "#server/infra/translations.ts";

type Print = (line: string) => void;

export interface NewMember {
  email: string;
  surname: string;
  name: string;
  patronymic: string;
  locale: string;
  /** Whether the address counts as confirmed from the start. */
  verified: boolean;
  /** Null: one is made up and printed. */
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
  db: Db,
  env: Pick<Env, "accountDomains" | "brand" | "passwordStrict" | "leakedPasswordsUrl">,
  { locale, verified, password, ...given }: NewMember,
  print: Print,
): Promise<void> {
  const madeUp = password ?? randomBytes(12).toString("base64url");
  const parsed = newMember(env).safeParse({ ...given, password: madeUp });
  if (!parsed.success)
    throw new StartFault(
      parsed.error.issues.map(({ path, message }) =>
        refusal(String(path[0]), message, env.accountDomains),
      ),
    );
  const { password: accepted, ...person } = parsed.data;
  try {
    const { email, ...names } = person;
    createPersonCheck(env.brand)(names);
    createAddressCheck(env.brand)(email);
    await createPasswordCheck(env, print)(accepted);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fields = Object.entries(error.fields ?? {});
    throw new StartFault(
      fields.map(([field, [key = ""]]) => refusal(field, key, env.accountDomains)),
      { cause: error },
    );
  }
  const passwordHash = await hashPassword(accepted);
  const id = await db.transaction().execute(async (trx) => {
    const row = await insertUser(trx, { ...person, locale, passwordHash });
    if (row && verified) await setVerified(trx, row.id);
    return row?.id;
  });
  if (id === undefined) throw new StartFault([`email: ${person.email} is taken`]);
  print(`✓ Created ${id} ${person.email}${verified ? ", confirmed" : ""}`);
  if (password === null) print(`  password: ${madeUp} (shown only now)`);
}

function refusal(field: string, messageKey: string, domains: string[]): string {
  if (field === "email" && messageKey === "Site.wrongemail")
    return `email: no address of this deployment, whose domains are ${domains.join(", ")}`;
  return `${field}: ${translatorFor("en")(messageKey)}`;
}

const foundMax = 50;

/** Prints who has this id, address or part of it, or name, at most 50, the newest first. */
export async function printMembers(db: Db, text: string, print: Print): Promise<void> {
  const byName = nameMatches(sql.ref<string>("users.search_name"), text);
  const rows = await db
    .selectFrom("users")
    .select(["id", "email", "surname", "name", "patronymic", "created_at"])
    .select(["verified_at", "suspended_at", "deleted_at"])
    .where("purged_at", "is", null)
    .where((users) =>
      users.or([
        sql<boolean>`id::text = ${text}`,
        sql<boolean>`position(${text.toLowerCase()} IN email) > 0`,
        ...(byName ? [byName] : []),
      ]),
    )
    .orderBy("id", "desc")
    .limit(foundMax)
    .execute();
  if (rows.length === 0) print("Nobody found");
  for (const { id, email, surname, name, patronymic, created_at, ...since } of rows) {
    const states = [
      ...(since.verified_at ? [] : ["not confirmed"]),
      ...(since.suspended_at ? [`blocked since ${day(since.suspended_at)}`] : []),
      ...(since.deleted_at ? [`deleted on ${day(since.deleted_at)}`] : []),
    ];
    const person = `${email}  ${surname} ${name} ${patronymic}  since ${day(created_at)}`;
    print(plainLine([`${id}  ${person}`, ...states].join(", ")));
  }
  if (rows.length === foundMax) print(`… the newest ${foundMax}: ask for more of the name`);
}

const day = (time: Date) => time.toISOString().slice(0, 10);

export type MemberChange = "block" | "unblock" | "verify";

/**
 * Blocks, unblocks or confirms members named by id or whole address, all or none; ends the sessions of the blocked.
 * @throws {StartFault} naming those there are not.
 */
export async function operateMembers(
  db: Db,
  change: MemberChange,
  names: string[],
  print: Print,
): Promise<void> {
  const changed = await db.transaction().execute(async (trx) => {
    const members = await findNamed(trx, names);
    for (const { id } of members) {
      if (change === "verify") await setVerified(trx, id);
      else await setSuspended(trx, id, change === "block");
    }
    return members;
  });
  const done = { block: "Blocked", unblock: "Unblocked", verify: "Confirmed" }[change];
  for (const { id, email } of changed) print(`✓ ${done} ${id} ${email}`);
}

async function findNamed(trx: Db, names: string[]): Promise<{ id: number; email: string }[]> {
  const rows = await trx
    .selectFrom("users")
    .select(["id", "email"])
    .where("purged_at", "is", null)
    .where(sql<boolean>`(id::text = ANY (${names}::text[]) OR email = ANY (${names}::text[]))`)
    .orderBy("id")
    .execute();
  const missing = names.filter(
    (name) => !rows.some(({ id, email }) => String(id) === name || email === name),
  );
  if (missing.length > 0)
    throw new StartFault(missing.map((name) => `there is no member ${JSON.stringify(name)}`));
  return rows;
}

async function setVerified(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable("users")
    .set({ verified_at: sql<Date>`coalesce(verified_at, now())` })
    .where("id", "=", id)
    .execute();
}

/**
 * The row stays locked until its sessions are ended, so a login at the same moment either finds the account suspended
 * or is ended with them.
 */
async function setSuspended(trx: Db, id: number, suspended: boolean): Promise<void> {
  await trx
    .updateTable("users")
    .set({ suspended_at: suspended ? sql<Date>`coalesce(suspended_at, now())` : null })
    .where("id", "=", id)
    .execute();
  if (suspended) await deleteSessions(trx, id);
}
