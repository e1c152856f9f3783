/** How the chat of a class is found once its institution has another name (D-CLASS-CHAT). */
import { beforeEach, describe, expect, it } from "vitest";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { bringUpToDate } from "#server/services.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const operator = (...words: string[]) => testOperator(kampus)("institutions", ...words);
/** Institutions of the catalogue that no other test of this file has used. */
let institution = 100;
beforeEach(() => {
  institution += 2;
});

async function classChat(objectId: number): Promise<{ me: SignedInMember; chat: Chat }> {
  const me = await oneMember(kampus);
  await insertTestEducation(kampus, me, { object_id: objectId });
  const path = `/api/ru/objects/${objectId}/classes/2014/chat`;
  const answer = await kampus.post(path, {}, { token: me.token });
  return { me, chat: answer.json<{ data: Chat }>().data };
}
const found = async (me: SignedInMember, q: string) =>
  (await testMessenger(kampus).chats(me, { q })).data.map(({ id }) => id);

const names = {
  ru: ["--ru", "Гимназия Улугбека"],
  uz: ["--uz", "Ulugʻbek gimnaziyasi"],
  "uz-Cyrl": ["--uz-Cyrl", "Улуғбек гимназияси"],
  en: ["--en", "Ulugbek Grammar School"],
};
const rename = (id: number) => operator("rename", String(id), ...Object.values(names).flat());
const searches = ["гимназия улугбека", "ulugʻbek gimnaziyasi", "улуғбек гимназияси", "grammar"];

describe("the chat of a class is found in every language by the name", () => {
  it("that the operator has given to its institution", async () => {
    const { me, chat } = await classChat(institution);
    await rename(institution);
    for (const q of searches) expect([q, await found(me, q)]).toEqual([q, [chat.id]]);
    expect(await found(me, "class of 2014 ulugbek")).toEqual([chat.id]);
  });

  it("of the institution into which its own was merged", async () => {
    const { me, chat } = await classChat(institution);
    await rename(institution + 1);
    await operator("merge", String(institution), String(institution + 1));
    for (const q of searches) expect([q, await found(me, q)]).toEqual([q, [chat.id]]);
  });

  it("that a load of the catalogue has brought", async () => {
    const { me, chat } = await classChat(institution);
    await rename(institution);
    // A build that did not follow the names has left this title.
    await kampus.db
      .updateTable("chats")
      .set({ title: "Выпуск 2014", search_title: "выпуск 2014" })
      .where("id", "=", chat.id)
      .execute();
    await kampus.db.deleteFrom("reference_load").execute();
    await bringUpToDate(kampus.db);
    for (const q of searches) expect([q, await found(me, q)]).toEqual([q, [chat.id]]);
  });
});

it("a title that an owner has given stays when the institution is renamed", async () => {
  const { me, chat } = await classChat(institution);
  await kampus.post(`/messenger/group/rename/${chat.id}`, { title: "Наши" }, me);
  await rename(institution);
  expect(await found(me, "grammar")).toEqual([]);
  expect(await found(me, "наши")).toEqual([chat.id]);
});
