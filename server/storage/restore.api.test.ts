import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { mirrorFiles, restoreFiles } from "#server/storage/mirror.ts";
import { openS3 } from "#server/storage/s3.ts";
import { s3Address } from "#server/storage/s3-address.ts";
import { findClaimed, newStorageKey, releaseStored } from "#server/storage/unclaimed-files.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { startTestS3 } from "#server/testing/doubles/test-s3.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

/** A store and its mirror, which has a copy of a file below each key; the store itself is lost. */
async function lostStore(keys: string[]) {
  const servers = [await startTestS3(), await startTestS3()] as const;
  onTestFinished(async () => {
    for (const server of servers) await server.close();
  });
  const [store, mirror] = [s3Address.parse(servers[0].url), s3Address.parse(servers[1].url)];
  const { storage } = openS3(store);
  for (const key of keys) await storage.put(`${key}/file`, { content: Buffer.from(key) }, "a/b");
  await mirrorFiles(store, mirror, { keepGoneDays: 30 });
  for (const key of keys) await storage.removeBelow(key);
  return {
    storage,
    restore: (find = (asked: string[]) => findClaimed(kampus.db, asked)) =>
      restoreFiles(store, mirror, {
        find,
        release: (unclaimed) => releaseStored(kampus.db, unclaimed),
      }),
    async present(): Promise<string[]> {
      const found = await Promise.all(keys.map((key) => storage.read(`${key}/file`)));
      found.forEach((file) => file?.body.destroy());
      return keys.filter((_key, at) => found[at]);
    },
  };
}

async function claimedKeys() {
  const [image, media, chat] = [
    newStorageKey("images"),
    newStorageKey("media"),
    newStorageKey("chats"),
  ];
  const { id: user_id } = await oneMember(kampus, {});
  await kampus.db
    .insertInto("images")
    .values({ user_id, storage_key: image, bytes: 1, width: 1, height: 1, placeholder: "" })
    .execute();
  await kampus.db
    .insertInto("media")
    .values({
      user_id,
      storage_key: media,
      name: "a",
      mime: "a/b",
      kind: "document",
      bytes: 1,
      has_thumb: false,
    })
    .execute();
  // A group without members is deleted after a moment.
  await sql`
    WITH made AS (
      INSERT INTO chats (kind, title, image_key, image_width, image_height, image_at)
      VALUES ('group', 'A', ${chat}, 1, 1, now()) RETURNING id
    ) INSERT INTO chat_members (chat_id, user_id) SELECT id, ${user_id} FROM made`.execute(
    kampus.db,
  );
  return { image, media, chat };
}

it("what members have deleted does not come back with what the database still claims", async () => {
  const { image, media, chat } = await claimedKeys();
  const deleted = newStorageKey("media");
  const { restore, present } = await lostStore([image, deleted, media, chat]);
  expect(await restore()).toMatchObject({ copied: 3, unclaimed: 1 });
  expect(await present()).toEqual([image, media, chat]);
});

it("a file whose member deletes it while it is copied back is swept", async () => {
  const key = newStorageKey("media");
  const { restore, present, storage } = await lostStore([key]);
  let asked = 0;
  await restore((keys) => Promise.resolve(new Set((asked += 1) === 1 ? keys : [])));
  expect(await present()).toEqual([key]);
  const waiting = await kampus.db.selectFrom("unclaimed_files").select("storage_key").execute();
  expect(waiting).toEqual([{ storage_key: key }]);
  storage.close();
});

it("every column that names files of the store claims them", async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND column_name LIKE '%\\_key'
      AND column_name NOT IN ('class_key', 'name_key', 'school_key', 'sort_key', 'study_group_key')
    ORDER BY 1`.execute(kampus.db);
  expect(rows.map(({ name }) => name)).toEqual([
    "chats.image_key",
    "images.storage_key",
    "media.storage_key",
    // What is announced is claimed by nobody.
    "unclaimed_files.storage_key",
  ]);
});
