/** Members who are of a class no more, and what of its events they still see. */
import { describe, expect, it } from "vitest";
import type { ClassDetails } from "#lib/classes/schema.ts";
import type { ClassEvent, EventList } from "#lib/events/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { hourMs } from "#server/infra/durations.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

/** A class with an event of each of two members, the first of whom then corrects the year of leaving. */
async function authorWhoLeft() {
  const school = await testClass(kampus, 2);
  const [author, mate] = school.members;
  const own = await school.made(author, { title: "Моё" });
  const other = await school.made(mate, { title: "Чужое" });
  await kampus.db
    .updateTable("educations")
    .set({ end_year: 2015 })
    .where("user_id", "=", author.id)
    .execute();
  return { school, author, mate, own, other };
}

type School = Awaited<ReturnType<typeof testClass<2>>>;
const seesEvents = async ({ url }: Pick<School, "url">, { token }: SignedInMember) =>
  (await dataFrom<ClassDetails>(kampus.get(url.replace(/\/events$/, ""), { token }))).sees_events;
const listed = async ({ url }: Pick<School, "url">, { token }: SignedInMember) => {
  const answer = await kampus.get(url, { token });
  return answer.statusCode === 200
    ? answer.json<EventList>().data.map(({ id }) => id)
    : answer.statusCode;
};
const inCalendar = async ({ token }: SignedInMember) => {
  const { url } = await dataFrom<{ url: string }>(kampus.get("/api/en/calendar", { token }));
  const calendar = await kampus.get(new URL(url).pathname);
  return calendar.body.match(/UID:event-\d+/g);
};

describe("the author of an event who is of the class no more", () => {
  it("finds it in the class, on the home page and in the calendar, and no event of others", async () => {
    const { school, author, own } = await authorWhoLeft();
    const { token } = author;
    expect([await seesEvents(school, author), await listed(school, author)]).toEqual([
      true,
      [own.id],
    ]);
    const { coming } = await dataFrom<Home>(kampus.get("/api/en/home", { token }));
    expect(coming).toMatchObject([{ kind: "event", id: own.id }]);
    expect(await inCalendar(author)).toEqual([`UID:event-${own.id}`]);
  });

  it("changes and cancels it, and makes no other", async () => {
    const { school, author, mate, own } = await authorWhoLeft();
    const { token } = author;
    expect(await dataFrom(kampus.get(`${school.url}/rights`, { token }))).toEqual({
      create: false,
      manage: false,
    });
    const change = gathering({ title: "Моё", place: "Сквер" });
    const changed = await kampus.put(`/api/en/events/${own.id}`, change, { token });
    const cancelled = await kampus.delete(`/api/en/events/${own.id}`, { token });
    const made = await school.make(author);
    expect([changed, cancelled, made].map(({ statusCode }) => statusCode)).toEqual([200, 200, 403]);
    const seen = await dataFrom<ClassEvent>(kampus.get(`/api/en/events/${own.id}`, mate));
    expect(seen).toMatchObject({ place: "Сквер", cancelled_at: expect.any(String) as string });
  });

  it("can no longer read their event, nor who came, once it is over", async () => {
    const { school, author, mate, own } = await authorWhoLeft();
    const { token } = author;
    await kampus.post(`/api/en/events/${own.id}/answer`, { answer: "going" }, mate);
    const url = `/api/en/events/${own.id}`;
    const opened = async () =>
      statuses(
        await Promise.all(
          [url, `${url}/answers?answer=going`, `${url}.ics`].map((path) =>
            kampus.get(path, { token }),
          ),
        ),
      );
    expect(await opened()).toEqual([200, 200, 200]);
    await kampus.db
      .updateTable("class_events")
      .set({ starts_at: new Date(Date.now() - 4 * hourMs) })
      .where("id", "=", own.id)
      .execute();
    expect([await seesEvents(school, author), await listed(school, author)]).toEqual([false, 404]);
    expect(await opened()).toEqual([404, 404, 404]);
    expect(await inCalendar(author)).toBeNull();
  });
});

it("the owner of the class chat who is of the class no more changes and cancels only their own events, and those of others once they are of it again", async () => {
  const { school, author: owner, own, other } = await authorWhoLeft();
  await school.chat(owner);
  const { token } = owner;
  const rights = () => dataFrom(kampus.get(`${school.url}/rights`, { token }));
  const url = `/api/en/events/${other.id}`;
  const refused = [
    await kampus.put(url, gathering({ title: "Захвачено" }), { token }),
    await kampus.delete(url, { token }),
  ];
  for (const answer of refused)
    expect(statusAndBody(answer)).toMatchObject([403, { code: "forbidden" }]);
  expect(await rights()).toEqual({ create: false, manage: false });
  expect(await dataFrom<ClassEvent>(kampus.get(url, { token }))).toMatchObject({
    title: "Чужое",
    cancelled_at: null,
  });
  expect((await kampus.delete(`/api/en/events/${own.id}`, { token })).statusCode).toBe(200);
  await kampus.db
    .updateTable("educations")
    .set({ end_year: 2014 })
    .where("user_id", "=", owner.id)
    .execute();
  expect(await rights()).toEqual({ create: true, manage: true });
  expect((await kampus.delete(url, { token })).statusCode).toBe(200);
});

it("who is only in the chat of a study group is told that they see the events of the class, and a stranger that they do not", async () => {
  const { school, mate, other } = await authorWhoLeft();
  const [guest, stranger] = [await oneMember(kampus), await oneMember(kampus)];
  const chatId = await school.chat(guest);
  await kampus.db
    .updateTable("class_chats")
    .set({ study_group: "11-А", study_group_key: "11A" })
    .where("chat_id", "=", chatId)
    .execute();
  expect([await seesEvents(school, mate), await seesEvents(school, guest)]).toEqual([true, true]);
  expect(await listed(school, guest)).toContain(other.id);
  expect([await seesEvents(school, stranger), await listed(school, stranger)]).toEqual([
    false,
    404,
  ]);
});
