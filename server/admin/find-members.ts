import { sql } from "kysely";
import type { CommandContext } from "#server/admin/command.ts";
import { minute } from "#server/admin/output.ts";
import { isSuspended } from "#server/auth/repository.ts";
import { nameMatches } from "#server/db/searchable.ts";
import { StartFault } from "#server/infra/start-fault.ts";

interface Search {
  text: string;
  before: number | undefined;
  limit: number;
}

/** Lists members by id, address or part of it, or name, with the reasons that keep them from signing in. */
export async function findMembers(
  { trx, output, note }: CommandContext,
  { text, before, limit }: Search,
): Promise<void> {
  const byName = nameMatches(sql.ref<string>("users.search_name"), text);
  let query = trx
    .selectFrom("users")
    .select(["id", "email", "surname", "name", "patronymic", "created_at"])
    .select(["verified_at", "suspended_at", "suspended_until", "suspended_for", "deleted_at"])
    .select(isSuspended.as("is_suspended"))
    .where("purged_at", "is", null)
    .where((users) =>
      users.or([
        sql<boolean>`id::text = ${text}`,
        sql<boolean>`position(${text.toLowerCase()} IN email) > 0`,
        ...(byName ? [byName] : []),
      ]),
    );
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.orderBy("id", "desc").limit(limit).execute();
  note(...rows.map(({ id }) => `member ${id}`));
  output.list(rows, {
    columns: [
      { title: "id", width: 9, of: ({ id }) => String(id) },
      { title: "address", width: 30, of: ({ email }) => email },
      { title: "name", width: 36, of: (row) => `${row.surname} ${row.name} ${row.patronymic}` },
      { title: "since (UTC)", width: 17, of: ({ created_at }) => minute(created_at) },
      { title: "state", width: 0, of: (row) => stateOf(row).join(", ") },
    ],
    empty: "Nobody found",
    ...(rows.length === limit && { more: `… older members: --before ${rows.at(-1)?.id}` }),
  });
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

const isId = (name: string) => /^\d{1,9}$/.test(name);
