import { type CrowdSize, insertClassCrowd } from "#bench/people/class-crowd.ts";
import { fillNetwork } from "#bench/people/network.ts";
import { inDatabase, seedDatabaseAt } from "#bench/seeded-database.ts";
import { createTemporaryDatabase } from "#bench/temporary-database.ts";
import { Kampus } from "#e2e/kampus.ts";
import { databaseServer } from "#scripts/project/benchmarks.mjs";

export interface PeopleDatabase extends AsyncDisposable {
  url: string;
  members: number;
  friendships: number;
}

/**
 * `given` is the name of a database on the server of DATABASE_URL that has been seeded already and stays, or else a
 * number of members to seed into a temporary database. To both it adds one crowded institution and the usual activity
 * of members.
 */
export async function openPeopleDatabase(given: string, size: CrowdSize): Promise<PeopleDatabase> {
  await using opening = new AsyncDisposableStack();
  const isSeeded = !/^\d+$/.test(given);
  const url = isSeeded ? urlOf(given) : opening.use(await createTemporaryDatabase()).url;
  if (!isSeeded) await seedDatabaseAt(url, Number(given));
  // At its first start a server notes that no message is to be made findable; with millions there it would be busy.
  await (await Kampus.start({ DATABASE_URL: url })).close();
  await insertClassCrowd(url, size);
  await fillNetwork(url);
  const counted = await inDatabase(url, async (client) => {
    const { rows } = await client.query<{ members: number; friendships: number }>(
      "SELECT (SELECT count(*)::int FROM users) AS members, (SELECT count(*)::int FROM friendships) AS friendships",
    );
    return rows[0] ?? { members: 0, friendships: 0 };
  });
  const opened = opening.move();
  return { url, ...counted, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

function urlOf(name: string): string {
  const url = new URL(databaseServer());
  url.pathname = `/${name}`;
  return url.href;
}
