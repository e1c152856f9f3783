import { type Kysely, sql } from "kysely";

/** The nodes that serve, and how each is set up. Unlogged: after a crash of the database all write themselves anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE nodes (
      id uuid PRIMARY KEY,
      settings jsonb NOT NULL,
      seen_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
