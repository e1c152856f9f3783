import type { Db } from "#server/db/database.ts";

/**
 * The key of that name, the same for every process on this database: of several that make it at once, one is stored.
 */
export async function deploymentKey(db: Db, name: string, make: () => string): Promise<string> {
  const find = () =>
    db.selectFrom("deployment_keys").select("value").where("name", "=", name).executeTakeFirst();
  const stored = await find();
  if (stored) return stored.value;
  await db
    .insertInto("deployment_keys")
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error(`no deployment key named ${name}`);
  return made.value;
}
