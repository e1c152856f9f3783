/** What a node does hourly it does first when it starts, composed as in production. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { newStorageKey } from "#server/storage/unclaimed-files.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

it("a node that starts purges what its features hold of a member whose 30 days are over, and releases media that nothing names", async () => {
  const [gone, other] = await signedInMembers(kampus, 2);
  const image = { bytes: 1, width: 1, height: 1, placeholder: "" };
  await kampus.db
    .insertInto("images")
    .values({ ...image, user_id: gone.id, storage_key: newStorageKey("images") })
    .execute();
  await kampus.updateMember(gone, { deleted_at: sql<Date>`now() - interval '31 days'` });
  await kampus.updateMember(other, { media_bytes: 1 });
  const media = { name: "a", mime: "a/b", kind: "document", bytes: 1, has_thumb: false } as const;
  await kampus.db
    .insertInto("media")
    .values({
      ...media,
      user_id: other.id,
      storage_key: newStorageKey("media"),
      in_profile: false,
      created_at: sql<Date>`now() - interval '2 days'`,
    })
    .execute();
  const left = async () => [
    (await kampus.rowOf(gone)).purged_at === null,
    await kampus.db.selectFrom("images").select("id").execute(),
    await kampus.db.selectFrom("media").select("id").execute(),
  ];
  const node = await kampus.anotherNode();
  await expect.poll(left, { timeout: 10_000 }).toEqual([false, [], []]);
  await node.close();
});
