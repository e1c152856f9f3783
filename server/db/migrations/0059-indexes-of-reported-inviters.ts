import { type Kysely, sql } from "kysely";

/** Members report meanwhile. */
export const outsideTransaction = true;

/**
 * One open report of each invitation by each reporter. The build before leaves `inviter_id` empty and reports invitations
 * as their inviter, so rows without it are left out: they would violate the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX CONCURRENTLY IF EXISTS reports_open_by_invitation_id`.execute(db);
  await sql`
    CREATE UNIQUE INDEX CONCURRENTLY reports_open_by_invitation_id ON reports (reporter_id, invitation_id)
    WHERE closed_at IS NULL AND inviter_id IS NOT NULL`.execute(db);
  await sql`DROP INDEX CONCURRENTLY IF EXISTS reports_by_inviter_id`.execute(db);
  await sql`
    CREATE INDEX CONCURRENTLY reports_by_inviter_id
    ON reports (inviter_id) WHERE inviter_id IS NOT NULL`.execute(db);
}
