import { describe, expect, it } from "vitest";
import type { Home } from "#lib/home/schema.ts";
import { hourMs } from "#server/infra/durations.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { fromNow, gathering, testClass } from "#server/testing/data/test-events.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

async function comingOf({ token }: SignedInMember): Promise<Home["coming"]> {
  return (await dataFrom<Home>(kampus.get("/api/ru/home", { token }))).coming;
}

describe("the coming events and birthdays", () => {
  it("include an event of the member's class with the number of answers, and their own", async () => {
    const gathered = await testClass(kampus, 2);
    const [author, reader] = gathered.members;
    const event = await gathered.made(author, { title: "Встреча", place: "Ташкент" });
    await kampus.post(`/api/en/events/${event.id}/answer`, { answer: "going" }, reader);
    const coming = await comingOf(reader);
    expect(coming).toEqual([
      {
        kind: "event",
        id: event.id,
        title: "Встреча",
        place: "Ташкент",
        start: event.start,
        time_zone: "Asia/Tashkent",
        going: 1,
        my_answer: "going",
        key: "2014",
        news: null,
        object: { id: gathered.place.objectId, name: expect.any(String) as string },
      },
    ]);
    expect(await comingOf(await oneMember(kampus))).toEqual([]);
  });

  it("include what was changed or cancelled of events that the member will or may attend, however far ahead", async () => {
    const gathered = await testClass(kampus, 4);
    const [author, going, maybe, silent] = gathered.members;
    const newsOf = async (reader: SignedInMember) =>
      (await comingOf(reader)).map((each) => each.kind === "event" && [each.id, each.news]);
    for (const days of [1, 2, 3])
      await gathered.made(author, { start: fromNow(days * 24 * hourMs) });
    const start = fromNow(60 * 24 * hourMs);
    const [changed, cancelled] = [
      await gathered.made(author, { start }),
      await gathered.made(author, { start }),
    ];
    for (const { id } of [changed, cancelled]) {
      await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, going);
      await kampus.post(`/api/en/events/${id}/answer`, { answer: "maybe" }, maybe);
    }
    expect(await newsOf(going)).toHaveLength(3);
    const change = gathering({ start, place: "Сквер" });
    await kampus.put(`/api/en/events/${changed.id}`, change, author);
    await kampus.delete(`/api/en/events/${cancelled.id}`, author);
    for (const reader of [going, maybe])
      expect((await newsOf(reader)).slice(3)).toEqual([
        [changed.id, "changed"],
        [cancelled.id, "cancelled"],
      ]);
    expect(await newsOf(silent)).toHaveLength(3);
    await kampus.post(`/api/en/events/${changed.id}/answer`, { answer: "no" }, going);
    expect((await newsOf(going)).slice(3)).toEqual([[cancelled.id, "cancelled"]]);
  });

  it("say of an event that begins within a day that it was changed, and from the next day on that it begins", async () => {
    const gathered = await testClass(kampus, 2);
    const [author, reader] = gathered.members;
    const start = fromNow(20 * hourMs);
    const { id } = await gathered.made(author, { start });
    const changedAgo = (hours: number) =>
      kampus.db
        .updateTable("class_events")
        .set({ changed_at: new Date(Date.now() - hours * hourMs) })
        .where("id", "=", id)
        .execute();
    await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, reader);
    await kampus.db
      .updateTable("event_answers")
      .set({ answered_at: new Date(Date.now() - 100 * hourMs) })
      .where("event_id", "=", id)
      .execute();
    expect(await comingOf(reader)).toMatchObject([{ id, news: "soon" }]);
    await kampus.put(`/api/en/events/${id}`, gathering({ start, place: "Сквер" }), author);
    expect(await comingOf(reader)).toMatchObject([{ id, news: "changed" }]);
    await changedAgo(25);
    expect(await comingOf(reader)).toMatchObject([{ id, news: "soon" }]);
  });

  it("do not tell a member of their own change, and of the next one by another", async () => {
    const gathered = await testClass(kampus, 2);
    const [author, owner] = gathered.members;
    await gathered.chat(owner, author);
    const start = fromNow(20 * hourMs);
    const { id } = await gathered.made(author, { start });
    for (const each of [author, owner])
      await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, each);
    const change = (changer: SignedInMember, place: string) =>
      kampus.put(`/api/en/events/${id}`, gathering({ start, place }), changer);
    await change(author, "Сквер");
    expect(await comingOf(author)).toMatchObject([{ id, news: "soon" }]);
    expect(await comingOf(owner)).toMatchObject([{ id, news: "changed" }]);
    expect((await change(owner, "Чайхана")).statusCode).toBe(200);
    expect(await comingOf(author)).toMatchObject([{ id, news: "changed" }]);
    expect(await comingOf(owner)).toMatchObject([{ id, news: "soon" }]);
  });

  it("leave out events and answers across a block, whichever of the two has blocked the other", async () => {
    for (const direction of ["author", "reader"] as const) {
      const gathered = await testClass(kampus, 3);
      const [author, reader, third] = gathered.members;
      const { id } = await gathered.made(author);
      await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, reader);
      const sides = [author, reader] as const;
      await testProfiles(kampus).block(
        ...(direction === "author" ? sides : ([reader, author] as const)),
      );
      await kampus.delete(`/api/en/events/${(await gathered.made(author)).id}`, author);
      expect(await comingOf(reader)).toEqual([]);
      expect(await comingOf(author)).toMatchObject([{ id, going: 0 }]);
      expect(await comingOf(third)).toMatchObject([{ id, going: 1 }]);
    }
  });

  /** Makes today the birthday of these friends of the member. */
  const celebrate = async (me: SignedInMember, friends: SignedInMember[]) => {
    for (const friend of friends) await testProfiles(kampus).befriend(me, friend);
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Tashkent" }).format(
      new Date(),
    );
    const [, month, day] = today.split("-").map(Number);
    await kampus.db
      .updateTable("users")
      .set({ birth_month: month ?? null, birth_day: day ?? null })
      .where(
        "id",
        "in",
        friends.map(({ id }) => id),
      )
      .execute();
  };

  it("have the events before the birthdays, of which there may be more than the page shows at first", async () => {
    const gathered = await testClass(kampus, 7);
    const [me, ...friends] = gathered.members;
    await celebrate(me, friends);
    const { id } = await gathered.made(me, { start: fromNow(hourMs) });
    const coming = await comingOf(me);
    expect(coming[0]).toMatchObject({ kind: "event", id, news: "soon" });
    expect(coming.slice(1).map(({ kind }) => kind)).toEqual(friends.map(() => "birthday"));
  });

  it("include the birthday of a friend", async () => {
    const [me, other] = await signedInMembers(kampus, 2);
    await celebrate(me, [other]);
    expect(await comingOf(me)).toMatchObject([
      { kind: "birthday", person: { id: other.id }, in_days: expect.any(Number) as number },
    ]);
  });
});
