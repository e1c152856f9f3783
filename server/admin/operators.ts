/** Who may use `npm run admin`, and the audit of what they did (D-AUDIT). */
import { sql } from "kysely";
import { type Command, type Role, roles, UsageFault } from "#server/admin/command.ts";
import { minute } from "#server/admin/output.ts";
import type { AdminTables } from "#server/admin/tables.ts";
import { hashToken, newToken } from "#server/auth/token.ts";
import type { Db } from "#server/db/database.ts";
import { StartFault } from "#server/infra/start-fault.ts";

interface Claim {
  name: string;
  token: string | undefined;
}

/**
 * The role of the command's user. Before the first operator is added, everybody who has the database's address counts
 * as one. @throws {StartFault} where there is no such operator, or the token belongs to another one
 */
export async function identify(db: Db, { name, token }: Claim): Promise<Role> {
  const known = await db
    .selectFrom("operators")
    .select(["name", "role", "token_hash"])
    .where("removed_at", "is", null)
    .execute();
  if (known.length === 0) return "operator";
  const operator = known.find((row) => row.name === name);
  if (!operator)
    throw new StartFault([
      `there is no operator ${JSON.stringify(name)}: name yourself by --as or OPERATOR`,
    ]);
  if (!token || !hashToken(token).equals(operator.token_hash))
    throw new StartFault([`OPERATOR_TOKEN is not the token of ${name}`]);
  return operator.role;
}

type AuditEntry = Omit<AdminTables["operator_audit"], "id" | "at">;

export const insertAudit = (db: Db, entry: AuditEntry) =>
  db
    .insertInto("operator_audit")
    .values({
      ...entry,
      arguments: sql`${entry.arguments}::text[]`,
      subjects: sql`${entry.subjects}::text[]`,
    })
    .execute();

const nameRule = /^[a-z\d][a-z\d._-]{0,39}$/;

/** Two who take the command from each other at once would both see the other one left. */
const oneChangeAtATime = (trx: Db) =>
  sql`LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE`.execute(trx);

/** The last operator keeps name and role: otherwise nobody could add another.  */
async function requireAnOperator(trx: Db): Promise<void> {
  const left = await trx
    .selectFrom("operators")
    .select("name")
    .where("role", "=", "operator")
    .where("removed_at", "is", null)
    .execute();
  if (left.length === 0) throw new StartFault(["there must be one with the role operator"]);
}

const rowsMax = 1_000;

export const operatorCommands: Command[] = [
  {
    name: "operators",
    summary: "who may use this command, with their roles",
    example: "operators --json",
    alsoFor: ["auditor"],
    lists: true,
    plan:
      () =>
      async ({ trx, output }) => {
        const rows = await trx
          .selectFrom("operators")
          .select(["name", "role", "created_at"])
          .where("removed_at", "is", null)
          .orderBy("name")
          .execute();
        output.list(rows, {
          columns: [
            { title: "name", width: 40, of: ({ name }) => name },
            { title: "role", width: 9, of: ({ role }) => role },
            { title: "since (UTC)", width: 0, of: ({ created_at }) => minute(created_at) },
          ],
          empty: "No operators: whoever has the address of the database may do all",
        });
      },
  },
  {
    name: "operators add",
    words: "NAME",
    summary: "adds an operator or gives another role, and prints a new token",
    options: { role: { value: "ROLE", summary: roles.join(", "), isRequired: true } },
    example: "operators add aziza --role support",
    alsoFor: [],
    writes: true,
    plan(given) {
      const [name = ""] = given.words;
      if (!nameRule.test(name))
        throw new UsageFault([
          `${JSON.stringify(name)} is no name: up to 40 of a-z, 0-9, ".", "_" and "-"`,
        ]);
      const role = given.choice("role", roles) ?? "auditor";
      const token = newToken();
      return async ({ trx, output, note }) => {
        await oneChangeAtATime(trx);
        const row = { role, token_hash: hashToken(token), removed_at: null };
        await trx
          .insertInto("operators")
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
          .execute();
        await requireAnOperator(trx);
        note(`operator ${name}`);
        output.done(`Added ${name} as ${role}`);
        output.secret(`  OPERATOR_TOKEN=${token} (shown only now)`);
      };
    },
  },
  {
    name: "operators remove",
    words: "NAME",
    summary: "takes the command from an operator; the audit keeps what they did",
    example: "operators remove aziza",
    alsoFor: [],
    writes: true,
    plan:
      (given) =>
      async ({ trx, output, note }) => {
        const [name = ""] = given.words;
        await oneChangeAtATime(trx);
        const removed = await trx
          .updateTable("operators")
          .set({ removed_at: sql<Date>`now()` })
          .where("name", "=", name)
          .where("removed_at", "is", null)
          .executeTakeFirst();
        if (removed.numUpdatedRows === 0n)
          throw new StartFault([`there is no operator ${JSON.stringify(name)}`]);
        await requireAnOperator(trx);
        note(`operator ${name}`);
        output.done(`Removed ${name}`);
      },
  },
  {
    name: "audit",
    summary: "what operators did, newest first",
    options: {
      operator: { value: "NAME", summary: "only what they did" },
      before: { value: "ID", summary: "those before this one: the next page" },
      limit: { value: "NUMBER", summary: "so many, 50 unless given" },
    },
    example: "audit --operator aziza --limit 20",
    alsoFor: ["auditor"],
    lists: true,
    plan(given) {
      const operator = given.text("operator");
      const before = given.number("before", Number.MAX_SAFE_INTEGER);
      const limit = given.number("limit", rowsMax) ?? 50;
      return async ({ trx, output }) => {
        let query = trx.selectFrom("operator_audit").selectAll();
        if (operator) query = query.where("operator", "=", operator);
        if (before) query = query.where("id", "<", before);
        const rows = await query.orderBy("id", "desc").limit(limit).execute();
        output.list(rows, {
          columns: [
            { title: "id", width: 7, of: ({ id }) => String(id) },
            { title: "time (UTC)", width: 17, of: ({ at }) => minute(at) },
            { title: "operator", width: 16, of: (row) => row.operator },
            { title: "role", width: 9, of: ({ role }) => role ?? "unknown" },
            {
              title: "outcome",
              width: 12,
              of: ({ outcome, dry_run }) => outcome + (dry_run ? " dry" : ""),
            },
            {
              title: "command",
              width: 0,
              of: ({ command, arguments: given, subjects }) =>
                [
                  command,
                  ...given,
                  ...(subjects.length > 0 ? ["→", subjects.join(", ")] : []),
                ].join(" "),
            },
          ],
          empty: "Nothing yet",
          ...(rows.length === limit && { more: `… older ones: --before ${rows.at(-1)?.id}` }),
        });
      };
    },
  },
];
