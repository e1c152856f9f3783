import { type Kysely, sql } from "kysely";

/** Educations, jobs, images, media, views of profiles, and who may see what of a member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE educations (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      establishment_id integer NOT NULL REFERENCES establishments,
      region_id integer NOT NULL REFERENCES regions,
      object_id integer NOT NULL REFERENCES objects,
      speciality text CHECK (char_length(speciality) BETWEEN 1 AND 255),
      start_year integer NOT NULL CHECK (start_year BETWEEN 1900 AND 9999),
      end_year integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT educations_years_in_order CHECK (end_year >= start_year)
    )`.execute(db);
  await sql`
    CREATE TABLE jobs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      sphere_id integer NOT NULL REFERENCES spheres,
      position_id integer NOT NULL REFERENCES positions,
      region_id integer NOT NULL REFERENCES regions,
      company text NOT NULL CHECK (char_length(company) BETWEEN 1 AND 255),
      start_year integer NOT NULL CHECK (start_year BETWEEN 1900 AND 9999),
      end_year integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT jobs_years_in_order CHECK (end_year >= start_year)
    )`.execute(db);
  // Every reference has its index: what is removed from data/ is looked for here.
  for (const [table, columns] of [
    ["educations", ["user_id", "establishment_id", "region_id", "object_id"]],
    ["jobs", ["user_id", "sphere_id", "position_id", "region_id"]],
  ] as const)
    for (const column of columns)
      await sql`
        CREATE INDEX ${sql.ref(`${table}_${column}`)} ON ${sql.table(table)} (${sql.ref(column)})`.execute(
        db,
      );

  await sql`
    CREATE TABLE images (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      storage_key text NOT NULL CONSTRAINT images_storage_key_unique UNIQUE,
      bytes bigint NOT NULL CHECK (bytes > 0),
      width integer NOT NULL CHECK (width > 0),
      height integer NOT NULL CHECK (height > 0),
      placeholder text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT images_of_user UNIQUE (user_id, id)
    )`.execute(db);
  await sql`
    CREATE TABLE media (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      storage_key text NOT NULL CONSTRAINT media_storage_key_unique UNIQUE,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      mime text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('image', 'video', 'audio', 'document')),
      bytes bigint NOT NULL CHECK (bytes > 0),
      has_thumb boolean NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX media_user_id ON media (user_id, id)`.execute(db);
  // Files that the store may hold and no row claims: named before they are put there, and when their row goes.
  await sql`
    CREATE TABLE unclaimed_files (
      storage_key text PRIMARY KEY,
      removable_at timestamptz(3) NOT NULL,
      removing boolean NOT NULL DEFAULT false
    )`.execute(db);
  await sql`CREATE INDEX unclaimed_files_removable_at ON unclaimed_files (removable_at)`.execute(
    db,
  );

  await sql`
    CREATE TABLE profile_views (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      viewed_on date NOT NULL,
      viewer_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      PRIMARY KEY (user_id, viewed_on, viewer_id),
      CONSTRAINT profile_views_by_others CHECK (viewer_id <> user_id)
    )`.execute(db);
  await sql`CREATE INDEX profile_views_viewer_id ON profile_views (viewer_id)`.execute(db);
  await sql`CREATE INDEX profile_views_viewed_on ON profile_views (viewed_on)`.execute(db);
  await sql`
    CREATE TABLE profile_view_days (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      day date NOT NULL,
      views integer NOT NULL CHECK (views > 0),
      PRIMARY KEY (user_id, day)
    )`.execute(db);

  await sql`
    ALTER TABLE users
      ADD COLUMN main_image_id integer,
      ADD COLUMN media_bytes bigint NOT NULL DEFAULT 0 CONSTRAINT users_media_bytes CHECK (media_bytes >= 0),
      ADD COLUMN last_seen_at timestamptz(3),
      ADD CONSTRAINT users_main_image_is_own FOREIGN KEY (id, main_image_id)
        REFERENCES images (user_id, id) ON DELETE SET NULL (main_image_id)`.execute(db);
  for (const subject of ["friends", "media", "last_seen", "messages"])
    await sql`
      ALTER TABLE users
        ADD COLUMN ${sql.ref(`privacy_${subject}`)} text NOT NULL DEFAULT 'everyone'
          CONSTRAINT ${sql.ref(`users_privacy_${subject}`)}
          CHECK (${sql.ref(`privacy_${subject}`)} IN ('everyone', 'friends', 'nobody'))`.execute(
      db,
    );
}
