import { type Kysely, sql } from "kysely";

/** Members write meanwhile. */
export const outsideTransaction = true;

/**
 * What was found by reading a table whole: groups, to see which have no members any more; recovery codes by their hash; and
 * invitations to a class of an institution, which may only be deleted once none is left.
 */
const indexes = {
  chats_groups: sql`ON chats (id) WHERE kind = 'group'`,
  recovery_codes_by_hash: sql`ON recovery_codes (code_hash)`,
  invitations_by_object: sql`ON invitations (object_id) WHERE object_id IS NOT NULL`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of Object.entries(indexes)) {
    await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.ref(name)}`.execute(db);
    await sql`CREATE INDEX CONCURRENTLY ${sql.ref(name)} ${on}`.execute(db);
  }
}
