import { type Kysely, sql } from "kysely";

/** Blocks, reports, presence, suggestions put away, and lists of friends and of classmates in their order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE blocks (
      blocker_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      blocked_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (blocker_id, blocked_id),
      CONSTRAINT blocks_are_of_others CHECK (blocker_id <> blocked_id)
    )`.execute(db);
  await sql`CREATE INDEX blocks_blocked_id ON blocks (blocked_id, blocker_id)`.execute(db);
  await sql`
    CREATE INDEX blocks_newest ON blocks (blocker_id, created_at DESC, blocked_id DESC)`.execute(
    db,
  );

  await sql`
    CREATE TABLE reports (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      reporter_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      reported_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      reason text NOT NULL CHECK (reason IN ('spam', 'abuse', 'fake', 'other')),
      text text CHECK (char_length(text) BETWEEN 1 AND 1000),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      closed_at timestamptz(3),
      CONSTRAINT reports_are_of_others CHECK (reporter_id <> reported_id)
    )`.execute(db);
  // One open report of a member by another: reporting again says it in other words.
  await sql`
    CREATE UNIQUE INDEX reports_open ON reports (reporter_id, reported_id)
    WHERE closed_at IS NULL`.execute(db);
  await sql`CREATE INDEX reports_reporter_id ON reports (reporter_id)`.execute(db);
  await sql`CREATE INDEX reports_reported_id ON reports (reported_id)`.execute(db);
  await sql`CREATE INDEX reports_to_read ON reports (id) WHERE closed_at IS NULL`.execute(db);

  await sql`
    CREATE TABLE dismissed_suggestions (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      dismissed_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, dismissed_id)
    )`.execute(db);
  await sql`
    CREATE INDEX dismissed_suggestions_dismissed_id ON dismissed_suggestions (dismissed_id)`.execute(
    db,
  );
  await sql`
    ALTER TABLE users
      ADD COLUMN privacy_suggestions text NOT NULL DEFAULT 'everyone'
        CONSTRAINT users_privacy_suggestions CHECK (privacy_suggestions IN ('everyone', 'nobody'))`.execute(
    db,
  );

  // Who is connected, and to which process; one that stops saying that it lives has nobody. A crash may forget both.
  await sql`
    CREATE UNLOGGED TABLE presence_nodes (
      id uuid PRIMARY KEY,
      alive_until timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`
    CREATE UNLOGGED TABLE present_members (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      node_id uuid NOT NULL REFERENCES presence_nodes ON DELETE CASCADE,
      PRIMARY KEY (user_id, node_id)
    )`.execute(db);
  await sql`CREATE INDEX present_members_node_id ON present_members (node_id)`.execute(db);

  // A member stands on either side of a friendship: a list merges both, each in its order.
  for (const [side, other] of [
    ["low_user", "high_user"],
    ["high_user", "low_user"],
  ] as const) {
    const [mine, theirs] = [sql.ref(side), sql.ref(other)];
    await sql`
      CREATE INDEX ${sql.ref(`friendships_of_${side}`)}
      ON friendships (${mine}, accepted_at DESC, ${theirs} DESC)`.execute(db);
    await sql`
      CREATE INDEX ${sql.ref(`friendship_requests_of_${side}`)}
      ON friendships (${mine}, created_at DESC, ${theirs} DESC) WHERE accepted_at IS NULL`.execute(
      db,
    );
  }
  await sql`DROP INDEX friendships_high_user`.execute(db);

  await sql`
    CREATE INDEX educations_by_years ON educations (object_id, start_year DESC, id DESC)`.execute(
    db,
  );
  await sql`DROP INDEX educations_object_id`.execute(db);
  await sql`
    CREATE INDEX jobs_company ON jobs (lower(company), start_year DESC, user_id DESC)`.execute(db);
}
