import { type Kysely, sql } from "kysely";

/**
 * What the operator's command keeps: why and until when a member is suspended (D-SUSPENDED), outcomes of reports, operators
 * and the audit of what they did (D-AUDIT), announcements, and what wins over the files of data/ (D-OPERATED).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE users
      ADD COLUMN suspended_until timestamptz(3),
      ADD COLUMN suspended_for text`.execute(db);
  await sql`ALTER TABLE reports ADD COLUMN outcome text`.execute(db);
  await sql`
    CREATE TABLE operators (
      name text PRIMARY KEY,
      role text NOT NULL CHECK (role IN ('auditor', 'support', 'operator')),
      token_hash bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      removed_at timestamptz(3)
    )`.execute(db);
  await createAudit(db);
  await sql`
    CREATE TABLE announcements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      texts jsonb NOT NULL CHECK (texts <> '{}'),
      starts_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT announcements_end_after_start CHECK (ends_at >= starts_at)
    )`.execute(db);
  await sql`CREATE INDEX announcements_ends_at ON announcements (ends_at)`.execute(db);
  await sql`
    CREATE TABLE set_settings (
      locale text NOT NULL,
      field text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (locale, field)
    )`.execute(db);
  await sql`
    CREATE TABLE institution_imports (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      fingerprint text NOT NULL,
      entries json NOT NULL
    )`.execute(db);
}

/** Rows are added and never changed: whoever may only use the command cannot remove what it says of them. */
async function createAudit(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE operator_audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      operator text NOT NULL,
      role text,
      command text NOT NULL,
      arguments text[] NOT NULL,
      subjects text[] NOT NULL,
      dry_run boolean NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('done', 'refused', 'failed'))
    )`.execute(db);
  await sql`
    CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'operator_audit is only added to';
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER operator_audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`.execute(db);
}
