import { openMembersSite } from "#bench/members-site.ts";
import { type CrowdSize, insertClassCrowd } from "#bench/people/class-crowd.ts";
import { fillNetwork } from "#bench/people/network.ts";
import { inDatabase, seedTemporaryDatabase } from "#bench/seeded-database.ts";
import { databaseServer } from "#scripts/project/benchmarks.mjs";

export interface PeopleDatabase {
  url: string;
  members: number;
  friendships: number;
  drop: () => Promise<void>;
}

/**
 * `given` is the name of a database on the server of DATABASE_URL that has been seeded already and stays, or else a
 * number of members to seed into a temporary database. To both it adds one crowded institution and the usual activity
 * of members.
 */
export async function openPeopleDatabase(given: string, size: CrowdSize): Promise<PeopleDatabase> {
  const opened = /^\d+$/.test(given)
    ? await seedTemporaryDatabase({ members: Number(given) })
    : { url: urlOf(given), drop: () => Promise.resolve() };
  try {
    // At its first start a server notes that no message is to be made findable; with millions there it would be busy.
    await (await openMembersSite(opened.url)).close();
    await insertClassCrowd(opened.url, size);
    await fillNetwork(opened.url);
  } catch (error) {
    await opened.drop();
    throw error;
  }
  const counted = await inDatabase(opened.url, async (client) => {
    const { rows } = await client.query<{ members: number; friendships: number }>(
      "SELECT (SELECT count(*)::int FROM users) AS members, (SELECT count(*)::int FROM friendships) AS friendships",
    );
    return rows[0] ?? { members: 0, friendships: 0 };
  });
  return { ...opened, ...counted };
}

function urlOf(name: string): string {
  const url = new URL(databaseServer());
  url.pathname = `/${name}`;
  return url.href;
}
