/** Writes of a drill, of which each is known by when the database acknowledged it. */
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";

const writers = 4;
const pauseMs = 10;

export async function startLedger(url: string) {
  const clients = Array.from({ length: writers }, () => new Client({ connectionString: url }));
  for (const client of clients) {
    client.on("error", () => undefined); // its server is destroyed on purpose
    await client.connect();
  }
  await clients[0]?.query(
    "CREATE TABLE drill_ledger (n integer PRIMARY KEY, filler text NOT NULL)",
  );
  const acknowledged = new Map<number, number>();
  let last = 0;
  let state: "writing" | "paused" | "closed" = "writing";
  let underWay = 0;

  const write = async (client: Client) => {
    while (state !== "closed") {
      if (state === "writing") {
        underWay += 1;
        const n = ++last;
        try {
          await client.query("INSERT INTO drill_ledger VALUES ($1, repeat('word ', 40))", [n]);
          acknowledged.set(n, Date.now());
        } catch {
          return; // the server is gone, and what it did not acknowledge may be lost
        } finally {
          underWay -= 1;
        }
      }
      await setTimeout(pauseMs);
    }
  };
  const writing = clients.map(write);

  return {
    count: () => acknowledged.size,
    async pause(): Promise<void> {
      state = "paused";
      while (underWay > 0) await setTimeout(pauseMs);
    },
    resume: () => {
      state = "writing";
    },
    async close(): Promise<void> {
      state = "closed";
      await Promise.all(writing);
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    },
    /** Which acknowledged writes a restored database lacks, and when the first of them was acknowledged. */
    async lostIn(client: Client): Promise<{ count: number; firstMs: number | null }> {
      const { rows } = await client.query<{ n: number }>("SELECT n FROM drill_ledger");
      const there = new Set(rows.map(({ n }) => n));
      const lost = [...acknowledged].filter(([n]) => !there.has(n)).map(([, atMs]) => atMs);
      return { count: lost.length, firstMs: lost.length > 0 ? Math.min(...lost) : null };
    },
  };
}
