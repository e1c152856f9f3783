/**
 * Splits the tables that grow with every message into partitions by a hash of their chat (D-PARTITIONS): each has small
 * indexes, is vacuumed by itself and may move to another server. Ids of files become bigint as well.
 */
import { sql } from "kysely";
import { type Db, partitionMark } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";

/** The others refer to the first. */
const tables = ["messages", "message_attachments", "message_reactions"];

/** Whether `partitionMessages` has been run. */
export async function arePartitioned(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM pg_class WHERE oid = 'messages'::regclass AND relkind = 'p'`.execute(db);
  return rows.length > 0;
}

/** In one transaction, during which nothing else reaches these tables. */
export function partitionMessages(db: Db, partitions: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await allowLongWork(trx);
    await sql`ALTER TABLE media ALTER COLUMN id TYPE bigint`.execute(trx);
    await sql`ALTER TABLE message_attachments ALTER COLUMN media_id TYPE bigint`.execute(trx);
    const described = await Promise.all(tables.map((table) => describeTable(trx, table)));
    for (const { table } of described) await copyIntoPartitions(trx, table, partitions);
    for (const { table } of [...described].reverse())
      await sql`DROP TABLE ${sql.table(`whole_${table}`)}`.execute(trx);
    for (const description of described) await addIndexes(trx, description, partitions);
    for (const { definition } of described.flatMap(({ triggers }) => triggers))
      await sql.raw(definition).execute(trx);
    for (const { table, foreignKeys } of described)
      for (const { name, definition } of foreignKeys)
        await sql`
          ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(
          trx,
        );
  });
}

interface Named {
  name: string;
  /** The definition as PostgreSQL prints it. */
  definition: string;
}

interface Description {
  table: string;
  keys: Named[];
  indexes: Named[];
  foreignKeys: Named[];
  triggers: Named[];
}

async function describeTable(db: Db, table: string): Promise<Description> {
  const constraints = async (types: string) => {
    const { rows } = await sql<Named>`
      SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = ${table}::regclass AND contype::text = ANY (${[...types]}::text[])
      ORDER BY contype, conname`.execute(db);
    return rows;
  };
  const indexes = await sql<Named>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = current_schema() AND tablename = ${table}
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexname::regclass)
    ORDER BY indexname`.execute(db);
  const triggers = await sql<Named>`
    SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger
    WHERE tgrelid = ${table}::regclass AND NOT tgisinternal ORDER BY tgname`.execute(db);
  return {
    table,
    indexes: indexes.rows,
    triggers: triggers.rows,
    keys: await constraints("pu"),
    foreignKeys: await constraints("f"),
  };
}

async function copyIntoPartitions(db: Db, table: string, partitions: number): Promise<void> {
  const whole = sql.table(`whole_${table}`);
  await sql`ALTER TABLE ${sql.table(table)} RENAME TO ${sql.ref(`whole_${table}`)}`.execute(db);
  await sql`
    CREATE TABLE ${sql.table(table)} (LIKE ${whole} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    PARTITION BY HASH (chat_id)`.execute(db);
  for (let n = 0; n < partitions; n += 1)
    await sql`
      CREATE TABLE ${sql.table(partOf(table, n))} PARTITION OF ${sql.table(table)}
      FOR VALUES WITH (MODULUS ${sql.lit(partitions)}, REMAINDER ${sql.lit(n)})`.execute(db);
  await sql`INSERT INTO ${sql.table(table)} SELECT * FROM ${whole}`.execute(db);
}

/** Errors name the constraint of a partition, which is that of the whole table with the mark of the partition. */
async function addIndexes(
  db: Db,
  { table, keys, indexes }: Description,
  partitions: number,
): Promise<void> {
  for (const { name, definition } of keys)
    await sql`
      ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    );
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  for (const { name } of [...keys, ...indexes])
    for (let n = 0; n < partitions; n += 1) {
      const { rows } = await sql<{ index: string }>`
        SELECT inhrelid::regclass::text AS index FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid
        WHERE inhparent = ${name}::regclass AND indrelid = ${partOf(table, n)}::regclass`.execute(
        db,
      );
      for (const { index } of rows)
        await sql`ALTER INDEX ${sql.table(index)} RENAME TO ${sql.ref(partOf(name, n))}`.execute(
          db,
        );
    }
}

const partOf = (name: string, n: number) => `${name}${partitionMark}${n}`;
