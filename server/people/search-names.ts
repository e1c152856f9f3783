import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { searchableName, searchableVersion } from "#server/db/searchable.ts";

const atOnce = 1_000;
/** No member comes after it. */
const done = 2 ** 31 - 1;

/**
 * Rebuilds `search_name` of every member, and their row in the index of people, if an older version of `searchableName`
 * made them. After an interruption it continues where it stopped. The caller must ensure that it does not run twice at
 * once.
 */
export async function remakeSearchNames(db: Db): Promise<void> {
  while (await remakeNext(db));
}

/** Whether `remakeSearchNames` has work to do. Also answers for a schema that has yet to be migrated. */
export async function areSearchNamesStale(db: Db): Promise<boolean> {
  const { rows } = await sql<{ users: boolean; versions: boolean }>`
    SELECT to_regclass('users') IS NOT NULL AS users,
      to_regclass('search_names') IS NOT NULL AS versions`.execute(db);
  const [has] = rows;
  if (!has?.users) return false;
  const made = has.versions ? await readMade(db) : undefined;
  const next = db.selectFrom("users").select("id").where("id", ">", upToOf(made)).limit(1);
  return (await next.executeTakeFirst()) !== undefined;
}

const readMade = (db: Db) => db.selectFrom("search_names").selectAll().executeTakeFirst();

/**
 * Names of a newer version are left alone: a release that is rolled back to would else make all of them anew before its first
 * node serves, which takes hours, and the next upgrade once more.
 */
function upToOf(made: Awaited<ReturnType<typeof readMade>>): number {
  if (!made || made.version < searchableVersion) return 0;
  return made.version > searchableVersion ? done : made.up_to;
}

async function remakeNext(db: Db): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await allowLongWork(trx);
    const upTo = upToOf(await readMade(trx));
    if (upTo === done) return false;
    const members = await trx
      .selectFrom("users")
      .select(["id", "surname", "name", "patronymic", "search_name"])
      .where("id", ">", upTo)
      .where("purged_at", "is", null)
      .orderBy("id")
      .limit(atOnce)
      .forNoKeyUpdate()
      .execute();
    await sql`SELECT set_config('kampus.people_index', 'off', true)`.execute(trx);
    const renamed = members
      .map((member) => ({ ...member, made: searchableName(member) }))
      .filter((member) => member.made !== member.search_name);
    await sql`
      UPDATE users SET search_name = row.made
      FROM jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) AS row (id integer, made text)
      WHERE users.id = row.id`.execute(trx);
    await sql`SELECT index_people(${members.map(({ id }) => id)}::integer[])`.execute(trx);
    const made_of = { version: searchableVersion, up_to: members.at(-1)?.id ?? done };
    await trx
      .insertInto("search_names")
      .values(made_of)
      .onConflict((conflict) => conflict.column("singleton").doUpdateSet(made_of))
      .execute();
    return true;
  });
}
