import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lockUnderKeys, readHosts, readLines } from "#server/push/lines.ts";
import { rowsRead } from "#server/testing/data/rows-read.ts";
import { startTestQueue, type TestQueue } from "#server/testing/test-queue.ts";

/** How many pushes of others wait: enough for the planner to prefer an index to all of them. */
const others = 5_000;

let queue: TestQueue;
beforeEach(async () => {
  queue = await startTestQueue();
  await queue.jobs.open("push", null);
  await sql`
    INSERT INTO pgboss.job (name, data, policy, priority, state, start_after, singleton_key, group_id, group_tier)
    SELECT 'push', '{}', 'standard', 1900000000 - n, 'retry', now() + interval '1 minute', 'key ' || n, 'member ' || n / 3,
      CASE WHEN n % 2 = 0 THEN 'push.example' END
    FROM generate_series(1, ${sql.lit(others)}) AS n`.execute(queue.db);
  await sql`ANALYZE pgboss.job_common`.execute(queue.db);
});
afterEach(() => queue.close());

describe("a push that is queued while many others wait for a service that is away reads", () => {
  it.each([
    ["of those under its key", () => lockUnderKeys(["key 7", "key none"])],
    ["of those in its line", () => readLines(["member 7", "chat 1"])],
    ["of those at its host", () => readHosts(["push.example", "push.elsewhere.example"])],
  ])("only the few it asks about, %s", async (_what, statement) => {
    expect(await rowsRead(queue.db, statement())).toBeLessThan(100);
  });
});
