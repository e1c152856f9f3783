/** The purge locks members, chats and media in one order with whatever else deletes of the same member. */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testMedia } from "#server/testing/data/test-media.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessageChanges } from "#server/testing/test-message-changes.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);

const purge = ({ id }: { id: number }) =>
  testOperator(kampus)("members", "delete", String(id), "--now", "--confirm", "purge");
const purged = [expect.stringContaining("✓ Purged")];

// The embedded database does one thing after another: there nothing happens beside a purge.
describe.runIf(process.env.TEST_DATABASE_URL)("an account is purged", () => {
  it("while the sweep deletes files of the same member that were never sent, and neither fails for a deadlock", async () => {
    const [one] = await signedInMembers(kampus, 1);
    const files = [await media.attachment(one), await media.attachment(one)];
    await kampus.db
      .updateTable("media")
      .set({ created_at: sql<Date>`now() - interval '2 days'` })
      .where("user_id", "=", one.id)
      .execute();
    // Between the two files, so that a sweep that locked files before their member would hold the first one.
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM media WHERE id = ${files[1]?.id} FOR UPDATE`.execute(trx),
    );
    const sweeping = kampus.releaseMedia();
    let purging: Promise<string[]> | undefined;
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      purging = purge(one);
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(2);
    } finally {
      await release();
    }
    expect(await Promise.all([sweeping, purging])).toEqual([2, purged]);
  });

  it("while the owner of a group deletes a message of the same member, and neither fails for a deadlock", async () => {
    const [owner, one] = await signedInMembers(kampus, 2);
    const messenger = testMessenger(kampus);
    const changes = testMessageChanges(kampus, "group");
    const chat = await messenger.group(owner, "Группа", [one]);
    const attachments = [(await media.attachment(one)).id];
    const { seq } = await messenger.say(one, chat.id, { text: "Файл", attachments }, "group");
    await changes.reacted(one, chat.id, { seq, emoji: "👍" });
    // Before both, so that a purge that locked reactions before the chat would hold that of the message.
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM chats WHERE id = ${chat.id} FOR UPDATE`.execute(trx),
    );
    const removing = changes.remove(owner, chat.id, { seq });
    let purging: Promise<string[]> | undefined;
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      purging = purge(one);
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(2);
    } finally {
      await release();
    }
    const [removed, printed] = await Promise.all([removing, purging]);
    expect([removed.statusCode, printed]).toEqual([200, purged]);
  });

  it("that is in many groups, and who writes in one of them waits for its own portion alone", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { rows } = await sql<{ id: number }>`
      WITH made AS (
        INSERT INTO chats (kind, title) SELECT 'group', 'Группа' FROM generate_series(1, 60) RETURNING id
      ), joined AS (
        INSERT INTO chat_members (chat_id, user_id)
        SELECT made.id, member.id FROM made, (VALUES (${one.id}::int), (${other.id}::int)) AS member (id)
      )
      SELECT id FROM made ORDER BY id`.execute(kampus.db);
    const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM chats WHERE id = ${last} FOR UPDATE`.execute(trx),
    );
    const purging = purge(one);
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      const sent = await testMessenger(kampus).send(other, first, "Салом", "group");
      expect(sent.statusCode).toBe(201);
    } finally {
      await release();
    }
    expect(await purging).toEqual(purged);
  });

  it("while a mail to the same member is being sent, and the other side of a chat can delete a message meanwhile", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const chat = await testMessenger(kampus).open(other, one);
    const { seq } = await testMessenger(kampus).say(other, chat.id, "Салом");
    const { email: to } = await kampus.rowOf(one);
    const {
      rows: [mail],
    } = await sql<{ id: string }>`
      INSERT INTO pgboss.job (name, data, start_after)
      VALUES ('mail', ${JSON.stringify({ to })}::jsonb, now() + interval '1 hour') RETURNING id`.execute(
      kampus.db,
    );
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM pgboss.job WHERE id = ${mail?.id} FOR UPDATE`.execute(trx),
    );
    const purging = purge(one);
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      const removed = await testMessageChanges(kampus).remove(other, chat.id, { seq });
      expect(removed.statusCode).toBe(200);
    } finally {
      await release();
    }
    expect(await purging).toEqual(purged);
  });
});
