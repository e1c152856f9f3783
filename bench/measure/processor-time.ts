/** What processes have used of the processors, as Linux counts it. */
import { readFile } from "node:fs/promises";
import { inDatabase } from "#bench/seeded-database.ts";

const tickMs = 10;

/** In ms so far, with those of its threads. */
export async function processorMs(processId: number): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, "utf8");
  // The name, in brackets, may hold anything; behind it come the state and the numbers.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The time of each connection to a database, by its process on this machine; none where PostgreSQL is on another. */
export async function backendMs(databaseUrl: string): Promise<Map<number, number>> {
  const ids = await inDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    return rows.map(({ pid }) => pid);
  });
  const times = await Promise.all(
    ids.map(async (id): Promise<[number, number][]> => {
      try {
        return [[id, await processorMs(id)]];
      } catch {
        return []; // on another machine, or gone
      }
    }),
  );
  return new Map(times.flat());
}

export const sumOfGrowth = (before: Map<number, number>, after: Map<number, number>) =>
  [...after].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0);
