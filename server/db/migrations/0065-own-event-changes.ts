import { type Kysely, sql } from "kysely";

/**
 * When a member who answered an event last changed it themselves: that change is no news to them (D-EVENTS). The build
 * before leaves it null, and says to them as before that the event was changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE event_answers ADD COLUMN changed_event_at timestamptz(3)`.execute(db);
}
