import { sql } from "kysely";
import { expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const databasePool = 10;
const kampus = kampusForFile({ DATABASE_POOL: String(databasePool) });

it("a node stays ready while every connection for its work waits for a lock, because the database is there", async () => {
  let waiting: Promise<unknown>[] = [];
  await kampus.db.transaction().execute(async (trx) => {
    await sql`LOCK site_settings IN ACCESS EXCLUSIVE MODE`.execute(trx);
    waiting = Array.from({ length: 2 * databasePool }, () =>
      sql`SELECT FROM site_settings`.execute(kampus.db).catch(() => undefined),
    );
    expect(statusAndBody(await kampus.get("/readyz"))).toMatchObject([200, { database: "ok" }]);
  });
  await Promise.all(waiting);
});
