import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hashPassword } from "#server/auth/password.ts";
import type { Db } from "#server/db/database.ts";
import { insertEducations, insertJobs } from "#server/seed/entries.ts";
import { countSeeded, insertFriendships, insertMembers } from "#server/seed/members.ts";
import { StartFault } from "#server/start-fault.ts";

export interface SeedOptions {
  members: number;
  educations: number;
  /** Also where there are members already. */
  add: boolean;
  domain: string;
  /** Of every one of them; null: nobody knows theirs. */
  password: string | null;
}

/** Where the root domain can only name this machine, members may have a password that everybody knows. */
export const passwordUnder = (rootDomain: string) =>
  rootDomain.endsWith(".localhost") ? "kampus seeded" : null;

/** All of it or, when it breaks off, nothing. @throws {StartFault} where there are members and none are to be added. */
export async function seedDatabase(
  db: Db,
  { members, educations, add, domain, password }: SeedOptions,
): Promise<{ first: number; jobs: number }> {
  const jobs = Math.ceil(educations / 2);
  const passwordHash = await hashPassword(password ?? randomBytes(32).toString("hex"));
  const first = await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(trx);
    const existing = await trx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (existing && !add)
      throw new StartFault([
        "There are members in this database already; with --add others are put beside them",
      ]);
    const before = await countSeeded(trx, domain);
    await insertMembers(trx, { members, before, domain, passwordHash });
    await insertEducations(trx, educations);
    await insertJobs(trx, jobs);
    await insertFriendships(trx);
    return before + 1;
  });
  // Queries are planned by how many rows there are now, and by which pages are all visible.
  await db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`VACUUM (ANALYZE) users, educations, jobs, friendships`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
  });
  return { first, jobs };
}
