import { type Kysely, sql } from "kysely";

// What refers to a row of these tables does so without ON DELETE, so that the loader sees that the row is in use.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE establishments (
      id integer PRIMARY KEY,
      names jsonb NOT NULL CHECK (names <> '{}'),
      source text NOT NULL,
      sort integer NOT NULL,
      retired_at timestamptz(3)
    )`.execute(db);
  await sql`
    CREATE TABLE regions (
      id integer PRIMARY KEY,
      parent_id integer REFERENCES regions,
      names jsonb NOT NULL CHECK (names <> '{}'),
      retired_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX regions_parent_id ON regions (parent_id)`.execute(db);
  await sql`
    CREATE TABLE objects (
      id integer PRIMARY KEY,
      establishment_id integer NOT NULL REFERENCES establishments,
      region_id integer NOT NULL REFERENCES regions,
      names jsonb NOT NULL CHECK (names <> '{}'),
      search_name text NOT NULL,
      retired_at timestamptz(3)
    )`.execute(db);
  await sql`
    CREATE INDEX objects_establishment_id ON objects (establishment_id, region_id)`.execute(db);
  await sql`CREATE INDEX objects_region_id ON objects (region_id)`.execute(db);
  await sql`
    CREATE INDEX objects_search_name ON objects USING gin (to_tsvector('simple', search_name))`.execute(
    db,
  );
  await sql`
    CREATE TABLE object_names (
      object_id integer NOT NULL REFERENCES objects ON DELETE CASCADE,
      locale text NOT NULL,
      name text NOT NULL,
      rank integer NOT NULL,
      PRIMARY KEY (object_id, locale)
    )`.execute(db);
  await sql`CREATE INDEX object_names_rank ON object_names (locale, rank)`.execute(db);
  await sql`
    CREATE TABLE spheres (
      id integer PRIMARY KEY,
      names jsonb NOT NULL CHECK (names <> '{}'),
      retired_at timestamptz(3)
    )`.execute(db);
  await sql`
    CREATE TABLE positions (
      id integer PRIMARY KEY,
      sphere_id integer NOT NULL REFERENCES spheres,
      names jsonb NOT NULL CHECK (names <> '{}'),
      retired_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX positions_sphere_id ON positions (sphere_id)`.execute(db);
  await sql`
    CREATE TABLE reference_load (
      singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
      fingerprint text NOT NULL
    )`.execute(db);
}
