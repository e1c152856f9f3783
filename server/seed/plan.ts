/** All parameters of a seeding, stored so that another process can continue it. */
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { yearNow } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";

const amount = z.int().nonnegative();

const seedRequest = z.object({
  members: amount,
  educations: amount,
  friendships: amount,
  add: z.boolean(),
  domain: z.string(),
  /** Whether the members have a known password. */
  withPassword: z.boolean(),
});
export type SeedRequest = z.infer<typeof seedRequest>;

export const seedPlan = z.object({
  asked: seedRequest,
  jobs: amount,
  passwordHash: z.string(),
  /** The number of members seeded before. */
  before: amount,
  /** Ids are assigned, not drawn from the sequence, so that a rollback leaves no gap. */
  firstIds: z.object({ users: z.int(), educations: z.int(), jobs: z.int() }),
  /** When the seeding began: all dates lie before this moment. */
  at: z.iso.datetime(),
  year: z.int(),
});
export type SeedPlan = z.infer<typeof seedPlan>;

export const seededTables = [
  ...(["users", "educations", "jobs", "friendships", "people"] as const),
  ...(["class_members", "class_sizes"] as const),
];

/** When the member at a position joined, in the last thousand days before the seeding: members do not all come at once. */
export const joinedAt = (plan: Pick<SeedPlan, "at">, place: RawBuilder<unknown>) =>
  sql`(${plan.at}::timestamptz - make_interval(days => ((${place}) % 1000)::int))`;

/** The nth seeded member's address. */
export const seededEmail = (n: number, domain: string) => `seeded${n}@${domain}`;

/** Plans a seeding and reserves the ids it needs. */
export async function makePlan(
  trx: Db,
  asked: SeedRequest,
  passwordHash: string,
): Promise<SeedPlan> {
  const jobs = Math.ceil(asked.educations / 2);
  await sql`LOCK TABLE users, educations, jobs IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  return {
    asked,
    jobs,
    passwordHash,
    before: await countSeeded(trx, asked.domain),
    firstIds: {
      users: await reserveIds(trx, "users", asked.members),
      educations: await reserveIds(trx, "educations", asked.educations),
      jobs: await reserveIds(trx, "jobs", jobs),
    },
    at: new Date().toISOString(),
    year: yearNow(),
  };
}

/** How many members have been seeded before, counted by their addresses. */
async function countSeeded(trx: Db, domain: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(substring(email FROM 7 FOR char_length(email) - ${domain.length + 7})::int), 0) AS last
    FROM users WHERE email ~ '^seeded[1-9][0-9]{0,8}@' AND right(email, ${domain.length + 1}) = ${`@${domain}`}`.execute(
    trx,
  );
  return rows[0]?.last ?? 0;
}

/** The first of as many free ids as are needed, behind all used ones. */
async function reserveIds(
  trx: Db,
  table: "users" | "educations" | "jobs",
  count: number,
): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    SELECT coalesce(max(id), 0) + 1 AS first FROM ${sql.table(table)}`.execute(trx);
  const first = rows[0]?.first ?? 1;
  const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
  await sql`SELECT setval(${sequence}, greatest(nextval(${sequence}), ${first + count}::bigint))`.execute(
    trx,
  );
  return first;
}
