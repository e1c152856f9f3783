import { sql } from "kysely";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openGuestQueue } from "#server/infra/jobs/guest-queue.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

it("a publication of a newer build, whose subject this one does not know, waits for a node of that build", async () => {
  const queue = await openGuestQueue(kampus.database, pino({ level: "silent" }), ["publication"]);
  await kampus.db.transaction().execute(async (trx) => {
    await queue.enqueue(trx, "publication", { subject: "news", id: 7 });
  });
  await queue.close();
  const states = async () => {
    const jobs = sql<{ state: string }>`SELECT state FROM pgboss.job WHERE name = 'publication'`;
    return (await jobs.execute(kampus.db)).rows.map(({ state }) => state);
  };
  // The node takes it at its next poll, and gives it back.
  await expect.poll(states, { timeout: 15_000 }).toEqual(["retry"]);
});
