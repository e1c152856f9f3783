import { inDatabase, seedTemporaryDatabase } from "#bench/seeded-database.ts";

export interface PeopleDatabase {
  url: string;
  members: number;
  friendships: number;
  drop: () => Promise<void>;
}

/** `database` names one on the server of DATABASE_URL that has been seeded already and stays; else one is seeded and goes. */
export async function openPeopleDatabase(given: string): Promise<PeopleDatabase> {
  const opened = /^\d+$/.test(given)
    ? await seedTemporaryDatabase({ members: Number(given) })
    : { url: urlOf(given), drop: () => Promise.resolve() };
  const counted = await inDatabase(opened.url, async (client) => {
    const { rows } = await client.query<{ members: number; friendships: number }>(
      "SELECT (SELECT count(*)::int FROM users) AS members, (SELECT count(*)::int FROM friendships) AS friendships",
    );
    return rows[0] ?? { members: 0, friendships: 0 };
  });
  return { ...opened, ...counted };
}

function urlOf(name: string): string {
  const url = new URL(process.env.DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres");
  url.pathname = `/${name}`;
  return url.href;
}
