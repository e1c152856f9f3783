/** Events of a class through the API. */
import type { ClassEvent, EventInput } from "#lib/events/schema.ts";
import { dayMs } from "#server/infra/durations.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

/** So far from now, to the second. */
export const fromNow = (ms: number) =>
  new Date(Math.round((Date.now() + ms) / 1000) * 1000).toISOString();

export const gathering = (given: Partial<EventInput> = {}): EventInput => ({
  title: "Встреча выпускников",
  text: "",
  place: "",
  start: fromNow(7 * dayMs),
  end: null,
  time_zone: "Asia/Tashkent",
  ...given,
});

let institution = 0;
const institutions = 180;

/** Members of one class of an institution that no other test of the file has. */
export async function testClass<Count extends number>(kampus: TestKampus, count: Count) {
  institution = (institution % institutions) + 1;
  const place = { objectId: institution, key: "2014" };
  const members = await signedInMembers(kampus, count);
  await testPast(kampus).allStudied(
    place.objectId,
    members.map((member) => ({ member, years: [2005, 2014] })),
  );
  const url = `/api/en/objects/${place.objectId}/classes/${place.key}/events`;
  const tokenOf = ({ token }: Pick<SignedInMember, "token">) => ({ token });

  return {
    members,
    place,
    url,

    make: (author: Pick<SignedInMember, "token">, body: object = gathering()) =>
      kampus.post(url, body, tokenOf(author)),

    made: (author: Pick<SignedInMember, "token">, given: Partial<EventInput> = {}) =>
      dataFrom<ClassEvent>(kampus.post(url, gathering(given), tokenOf(author))),

    /** The chat of the class with these members, the first of whom owns it. */
    async chat(...[owner, ...others]: { id: number }[]) {
      if (!owner) throw new Error("a chat has an owner");
      const { id } = await kampus.db
        .insertInto("chats")
        .values({ kind: "group", title: "Выпуск 2014" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await kampus.db
        .insertInto("class_chats")
        .values({ chat_id: id, object_id: place.objectId, class_key: place.key })
        .execute();
      const rows = [owner, ...others].map((member) => ({
        chat_id: id,
        user_id: member.id,
        role: member === owner ? ("owner" as const) : ("member" as const),
      }));
      await kampus.db.insertInto("chat_members").values(rows).execute();
      return id;
    },
  };
}
