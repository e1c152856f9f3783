/** How the titles of class chats follow a load of institutions (D-CLASS-CHAT). */
import { expect, it } from "vitest";
import { renewDueTitles } from "#server/messenger/class-chats/renew-titles.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
/** The embedded database takes one transaction at a time. */
const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

/** The chat of a class, stored under the name that its institution had before. */
async function staleChat(objectId: number): Promise<number> {
  const { token, ...member } = await oneMember(kampus);
  await insertTestEducation(kampus, member, { object_id: objectId });
  const answer = await kampus.post(`/api/ru/objects/${objectId}/classes/2014/chat`, {}, { token });
  const { id } = answer.json<{ data: { id: number } }>().data;
  await kampus.db.updateTable("chats").set({ search_title: "old" }).where("id", "=", id).execute();
  return id;
}
const searchTitleOf = async (id: number) =>
  (
    await kampus.db
      .selectFrom("chats")
      .select("search_title")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).search_title;
/** Pretends that a load has got as far as this chat. */
const dueAfter = (titles_up_to: number) =>
  kampus.db.updateTable("reference_load").set({ titles_up_to }).execute();

it("goes on where it was interrupted, and is over once", async () => {
  const [before, after] = [await staleChat(1), await staleChat(2)];
  await dueAfter(before);
  await renewDueTitles(kampus.db);
  expect(await searchTitleOf(before)).toBe("old");
  expect(await searchTitleOf(after)).not.toBe("old");

  await kampus.db.updateTable("chats").set({ search_title: "old" }).execute();
  await renewDueTitles(kampus.db);
  expect(await searchTitleOf(after)).toBe("old");
});

onPostgres?.("leaves a title that an owner gives meanwhile", async () => {
  const id = await staleChat(3);
  await dueAfter(id - 1);
  let renewal = Promise.resolve();
  await kampus.db.transaction().execute(async (trx) => {
    await trx.updateTable("chats").set({ search_title: "наши" }).where("id", "=", id).execute();
    renewal = renewDueTitles(kampus.db);
    await expect.poll(kampus.waitingForLocks).toBe(1);
    await trx
      .updateTable("class_chats")
      .set({ follows_title: false })
      .where("chat_id", "=", id)
      .execute();
  });
  await renewal;
  expect(await searchTitleOf(id)).toBe("наши");
});
