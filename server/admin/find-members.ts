import { type RawBuilder, sql } from "kysely";
import { idMax } from "#lib/http/schema.ts";
import type { CommandContext } from "#server/admin/command.ts";
import { minute } from "#server/admin/output.ts";
import { isSuspended } from "#server/auth/repository.ts";
import type { Db } from "#server/db/database.ts";
import { hasTokens, nameMatches, nameTokens } from "#server/db/searchable.ts";
import { StartFault } from "#server/infra/start-fault.ts";

interface Search {
  text: string;
  before: number | undefined;
  limit: number;
}

/** Lists members by id, address or part of it, or name, with the reasons that keep them from signing in. */
export async function findMembers(
  { trx, output, note }: CommandContext,
  search: Search,
): Promise<void> {
  const { limit } = search;
  const ids = (await findNamed(trx, search)) ?? (await memberIdsBy(search).execute(trx)).rows;
  const rows = await trx
    .selectFrom("users")
    .select(["id", "email", "surname", "name", "patronymic", "locale", "created_at"])
    .select(["verified_at", "suspended_at", "suspended_until", "suspended_for", "deleted_at"])
    .select(isSuspended.as("is_suspended"))
    .where(sql<boolean>`id = ANY (${ids.map(({ id }) => id)}::integer[])`)
    .orderBy("id", "desc")
    .execute();
  note(...rows.map(({ id }) => `member ${id}`));
  output.list(rows, {
    columns: [
      { title: "id", width: 9, of: ({ id }) => String(id) },
      { title: "address", width: 30, of: ({ email }) => email },
      { title: "name", width: 36, of: (row) => `${row.surname} ${row.name} ${row.patronymic}` },
      { title: "language", width: 9, of: ({ locale }) => locale },
      { title: "since (UTC)", width: 17, of: ({ created_at }) => minute(created_at) },
      { title: "state", width: 0, of: (row) => stateOf(row).join(", ") },
    ],
    empty: "Nobody found",
    ...(rows.length === limit && { more: `… older members: --before ${rows.at(-1)?.id}` }),
  });
}

/** The member whom the text names by id or whole address; null where it names nobody. */
async function findNamed(trx: Db, { text, before }: Search): Promise<{ id: number }[] | null> {
  const named = await trx
    .selectFrom("users")
    .select("id")
    .where("purged_at", "is", null)
    .where(
      isId(text)
        ? sql<boolean>`id = ${text}::integer`
        : sql<boolean>`email = ${text.toLowerCase()}`,
    )
    .executeTakeFirst();
  return named ? [named].filter(({ id }) => id < (before ?? idMax)) : null;
}

/** No index covers parts of an address, so all members are read, but only for a text that can be such a part. */
const addressPart = /^[\x21-\x7e]+$/;

/**
 * The newest members whose name or address matches the text. Members who can be found have the index of `people`; for all
 * others there is the partial index `users_unlisted`, which PostgreSQL uses only while the condition here implies that of
 * migration 0043.
 */
export function memberIdsBy({ text, before = idMax, limit }: Search): RawBuilder<{ id: number }> {
  const names = nameTokens(text);
  const isNamed = nameMatches(sql.ref("search_name"), text);
  const found = [
    ...(names
      ? [
          sql`SELECT user_id + 0 AS id FROM people WHERE user_id + 0 < ${before} AND ${hasTokens(names)}`,
        ]
      : []),
    ...(isNamed
      ? [
          sql`SELECT id FROM users WHERE (verified_at IS NULL OR deleted_at IS NOT NULL)
            AND purged_at IS NULL AND id < ${before} AND ${isNamed}`,
        ]
      : []),
    ...(addressPart.test(text)
      ? [
          sql`SELECT id FROM users
            WHERE purged_at IS NULL AND id < ${before} AND position(${text.toLowerCase()} IN email) > 0`,
        ]
      : []),
    sql`SELECT 0 AS id WHERE false`,
  ];
  const pages = found.map((ids) => sql`(${ids} ORDER BY id DESC LIMIT ${limit})`);
  return sql<{ id: number }>`${sql.join(pages, sql` UNION `)} ORDER BY id DESC LIMIT ${limit}`;
}

interface States {
  verified_at: Date | null;
  is_suspended: boolean;
  suspended_at: Date | null;
  suspended_until: Date | null;
  suspended_for: string | null;
  deleted_at: Date | null;
}

function stateOf(row: States): string[] {
  const until = row.suspended_until ? ` until ${minute(row.suspended_until)}` : "";
  const reason = row.suspended_for ? ` for ${row.suspended_for}` : "";
  return [
    row.verified_at ? "confirmed" : "not confirmed",
    ...(row.is_suspended ? [`suspended since ${minute(row.suspended_at)}${until}${reason}`] : []),
    ...(row.deleted_at ? [`deleted on ${minute(row.deleted_at)}`] : []),
  ];
}

export type NamedMember = Awaited<ReturnType<typeof holdNamed>>[number];

/**
 * Locks the rows of members named by ids or whole addresses, and notes them. @throws {StartFault} naming the missing
 * ones
 */
export async function holdNamed({ trx, note }: CommandContext, names: string[]) {
  const rows = await trx
    .selectFrom("users")
    .select(["id", "email", "phone", "name", "locale", "time_zone", "deleted_at"])
    .select(["suspended_until", isSuspended.as("is_suspended")])
    .where("purged_at", "is", null)
    .where(
      sql<boolean>`(id = ANY (${names.filter(isId)}::integer[]) OR email = ANY (${names}::text[]))`,
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const missing = names.filter(
    (name) => !rows.some(({ id, email }) => String(id) === name || email === name),
  );
  if (missing.length > 0)
    throw new StartFault(missing.map((name) => `there is no member ${JSON.stringify(name)}`));
  note(...rows.map(({ id }) => `member ${id}`));
  return rows;
}

/**
 * Changes members whom others can find from then on, or no longer can, and counts all their classes afterwards: counted
 * member by member, classes would be locked in another order than by whoever changes several educations, and the two would
 * deadlock (migration 0030).
 */
export async function changeTogether(
  trx: Db,
  members: NamedMember[],
  change: (member: NamedMember) => Promise<void>,
): Promise<void> {
  const ids = members.map(({ id }) => id);
  await sql`SELECT set_config('kampus.people_index', 'off', true)`.execute(trx);
  for (const member of members) await change(member);
  await sql`SELECT set_config('kampus.people_index', '', true)`.execute(trx);
  await sql`SELECT index_people(${ids}::integer[])`.execute(trx);
  await sql`SELECT index_class_members(${ids}::integer[])`.execute(trx);
}

const isId = (name: string) => /^\d{1,9}$/.test(name);
