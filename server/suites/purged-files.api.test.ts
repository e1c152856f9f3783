/** How the purge of an account deletes the rows of its files, of which a member may have tens of thousands. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const messenger = testMessenger(kampus);
const media = testMedia(kampus);

const addFiles = (userId: number, files: number) =>
  sql`
    INSERT INTO media (user_id, storage_key, name, mime, kind, bytes, has_thumb)
    SELECT ${userId}, 'media/' || md5(${userId} || ' ' || n), 'a.txt', 'text/plain', 'document', 1, false
    FROM generate_series(1, ${files}) AS n`.execute(kampus.db);

const filesOf = (userId: number) =>
  kampus.db.selectFrom("media").select("id").where("user_id", "=", userId).execute();

const leave = (id: number) =>
  kampus.updateMember({ id }, { deleted_at: sql<Date>`now() - interval '31 days'` });

describe("the purge of a member with many files", () => {
  it("deletes their rows in portions, none of which takes long", async () => {
    const [member] = await signedInMembers(kampus, 1);
    await addFiles(member.id, 1_200);
    await kampus.purge(member);
    const { rows } = await sql<{ released: number; transactions: number }>`
      SELECT count(*)::int AS released, count(DISTINCT xmin::text)::int AS transactions FROM unclaimed_files
      WHERE storage_key IN (
        SELECT 'media/' || md5(${member.id} || ' ' || n) FROM generate_series(1, 1200) AS n)`.execute(
      kampus.db,
    );
    expect(rows).toEqual([{ released: 1_200, transactions: 6 }]);
    expect(await filesOf(member.id)).toEqual([]);
  });

  it("takes each file out of all messages before its row goes, however many files come before it", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    const chat = await messenger.open(member, other);
    await addFiles(member.id, 1_200);
    const last = await media.attachment(member);
    await messenger.say(member, chat.id, { attachments: [last.id] });
    await messenger.say(other, chat.id, { forward: { chat_id: chat.id, seq: 1 } });
    await kampus.purge(member);
    const { data } = await messenger.history(other, chat.id);
    expect(data.map(({ attachments, deleted_at }) => [attachments, deleted_at !== null])).toEqual([
      [[], true],
      [[], true],
    ]);
  });

  // The embedded database does one thing after another: there nothing happens during a purge.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "lets others write in their groups until the last row is deleted",
    async () => {
      const [member, other] = await signedInMembers(kampus, 2);
      const group = await messenger.group(other, "Физика", [member]);
      await addFiles(member.id, 10);
      const file = (await filesOf(member.id)).at(-1)?.id ?? 0;
      await leave(member.id);
      const release = await holdOpen(kampus, (trx) =>
        sql`SELECT FROM media WHERE id = ${file} FOR KEY SHARE`.execute(trx),
      );
      const purging = kampus.purgeAccounts();
      try {
        await expect.poll(kampus.waitingForLocks).toBe(1);
        const answer = await messenger.send(other, group.id, "Салом", "group");
        expect(answer.statusCode, answer.body).toBe(201);
      } finally {
        await release();
      }
      expect(await purging).toBe(1);
      expect(await filesOf(member.id)).toEqual([]);
    },
  );
});
