import { type Kysely, sql } from "kysely";

/** Events of classes, who comes to them, and the addresses of members' calendars (D-EVENTS, D-CALENDAR). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE class_events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      object_id integer NOT NULL REFERENCES objects,
      class_key text NOT NULL,
      author_id integer NOT NULL REFERENCES users,
      title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120),
      text text NOT NULL DEFAULT '' CHECK (char_length(text) <= 2000),
      place text NOT NULL DEFAULT '' CHECK (char_length(place) <= 200),
      starts_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3) CHECK (ends_at >= starts_at),
      over_at timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(ends_at, starts_at)) STORED,
      time_zone text NOT NULL CHECK (char_length(time_zone) <= 64),
      revision integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      changed_at timestamptz(3) NOT NULL DEFAULT now(),
      cancelled_at timestamptz(3),
      reminded_at timestamptz(3)
    )`.execute(db);
  // Those that are not over are few (server/events/change-events.ts); the former are read from the last one on.
  await sql`
    CREATE INDEX class_events_by_end ON class_events (object_id, class_key, over_at, id)`.execute(
    db,
  );
  await sql`CREATE INDEX class_events_by_author ON class_events (author_id)`.execute(db);
  await sql`
    CREATE INDEX class_events_to_remind_of ON class_events (starts_at)
    WHERE reminded_at IS NULL AND cancelled_at IS NULL`.execute(db);
  await sql`
    CREATE TABLE event_answers (
      event_id integer NOT NULL REFERENCES class_events ON DELETE CASCADE,
      user_id integer NOT NULL REFERENCES users,
      answer text NOT NULL CHECK (answer IN ('going', 'maybe', 'no')),
      answered_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (event_id, user_id)
    )`.execute(db);
  await sql`
    CREATE INDEX event_answers_by_answer ON event_answers (event_id, answer, answered_at, user_id)`.execute(
    db,
  );
  await sql`CREATE INDEX event_answers_by_member ON event_answers (user_id, event_id)`.execute(db);
  // The address itself is derived from the key of the deployment, the member and this number.
  await sql`
    CREATE TABLE calendars (
      user_id integer PRIMARY KEY REFERENCES users,
      epoch integer NOT NULL DEFAULT 0
    )`.execute(db);
  await sql`
    ALTER TABLE reports ADD COLUMN event_id integer REFERENCES class_events ON DELETE SET NULL`.execute(
    db,
  );
  await sql`CREATE INDEX reports_by_event ON reports (event_id) WHERE event_id IS NOT NULL`.execute(
    db,
  );
}
