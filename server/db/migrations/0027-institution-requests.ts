import { type Kysely, sql } from "kysely";

/** Institutions that members ask the operator to add, since only ordinary schools are made without one (D-SCHOOL-REQUEST). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE institution_requests (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      member_id integer NOT NULL REFERENCES users,
      establishment_id integer NOT NULL REFERENCES establishments,
      region_id integer NOT NULL REFERENCES regions,
      name text NOT NULL,
      name_key text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      closed_at timestamptz(3),
      outcome text CHECK (outcome IN ('accepted', 'rejected')),
      reason text,
      object_id integer REFERENCES objects,
      CONSTRAINT institution_requests_closed CHECK ((closed_at IS NULL) = (outcome IS NULL))
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX institution_requests_open
    ON institution_requests (member_id, establishment_id, region_id, name_key)
    WHERE closed_at IS NULL`.execute(db);
  await sql`
    CREATE INDEX institution_requests_member_id ON institution_requests (member_id, id)`.execute(
    db,
  );
  for (const column of ["establishment_id", "region_id", "object_id"])
    await sql`
      CREATE INDEX ${sql.ref(`institution_requests_${column}`)}
      ON institution_requests (${sql.ref(column)})`.execute(db);
}
