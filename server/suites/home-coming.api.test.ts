import { describe, expect, it } from "vitest";
import type { Home } from "#lib/home/schema.ts";
import { oneMember, type SignedInMember, twoMembers } from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

async function comingOf({ token }: SignedInMember): Promise<Home["coming"]> {
  const answer = await kampus.get("/api/ru/home", { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: Home }>().data.coming;
}

describe("the coming events and birthdays", () => {
  it("include an event of the member's class with the number of answers, and their own", async () => {
    const gathered = await testClass(kampus, 2);
    const [author, reader] = gathered.members as [SignedInMember, SignedInMember]; // As many as were asked for.
    const event = await gathered.made(author, { title: "Встреча", place: "Ташкент" });
    await kampus.post(`/api/en/events/${event.id}/answer`, { answer: "going" }, reader);
    const coming = await comingOf(reader);
    expect(coming).toEqual([
      {
        ...{ kind: "event", id: event.id, title: "Встреча", place: "Ташкент", start: event.start },
        ...{ time_zone: "Asia/Tashkent", going: 1, my_answer: "going", key: "2014", news: null },
        object: { id: gathered.place.objectId, name: expect.any(String) as string },
      },
    ]);
    expect(await comingOf(await oneMember(kampus))).toEqual([]);
  });

  it("include the birthday of a friend", async () => {
    const [me, other] = await twoMembers(kampus);
    await testProfiles(kampus).befriend(me, other);
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tashkent" }).format(
      new Date(),
    );
    const [, month, day] = today.split("-").map(Number);
    await kampus.db
      .updateTable("users")
      .set({ birth_month: month ?? null, birth_day: day ?? null })
      .where("id", "=", other.id)
      .execute();
    expect(await comingOf(me)).toMatchObject([
      { kind: "birthday", person: { id: other.id }, in_days: expect.any(Number) as number },
    ]);
  });
});
