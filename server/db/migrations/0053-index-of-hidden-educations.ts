import { type Kysely, sql } from "kysely";

/** Members sign up and write meanwhile. */
export const outsideTransaction = true;

/** The few members who do not show everybody where they studied: every node counts them off once an hour (D-NOTED). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS users_hiding_educations`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY users_hiding_educations
    ON users (id) WHERE privacy_educations <> 'everyone'`.execute(db);
}
