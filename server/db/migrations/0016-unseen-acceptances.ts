import { type Kysely, sql } from "kysely";

/**
 * Whether the one who asked for a friendship has not yet seen that it was accepted. Friendships from before count as
 * seen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE friendships
      ADD COLUMN acceptance_unseen boolean NOT NULL DEFAULT false`.execute(db);
  // Few rows are unseen at a time, so the index stays small however many friendships there are.
  await sql`
    CREATE INDEX friendships_unseen_acceptances ON friendships (requested_by, accepted_at DESC)
    WHERE acceptance_unseen`.execute(db);
}
