import { sql } from "kysely";
import { expect, it } from "vitest";
import { lockEndedRemovals, sweepRemovals } from "#server/messenger/groups/removals.ts";
import { insertMembers, signedInMembers } from "#server/testing/data/insert-members.ts";
import { rowsRead } from "#server/testing/data/rows-read.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

it("a sweep of removals that have ended looks at none of the others", async () => {
  const [owner, one] = await signedInMembers(kampus, 2);
  const { id } = await testMessenger(kampus).group(owner, "Физика", [one]);
  const removed = await insertMembers(
    kampus,
    Array.from({ length: 100 }, () => ({})),
  );
  const [first] = removed;
  await kampus.db
    .insertInto("class_chat_removals")
    .values(removed.map((member) => ({ chat_id: id, user_id: member.id })))
    .execute();
  await kampus.db
    .updateTable("class_chat_removals")
    .set({ removed_at: sql<Date>`now() - interval '31 days'` })
    .where("user_id", "=", first?.id ?? 0)
    .execute();
  await kampus.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(trx);
    expect(await rowsRead(trx, lockEndedRemovals())).toBe(1);
  });
  expect(await sweepRemovals(kampus.db)).toBe(1);
});
