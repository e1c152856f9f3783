/** The owner of the chat of a class manages its events, whoever has blocked whom (D-EVENTS). */
import { beforeEach, expect, it } from "vitest";
import type { EventList } from "#lib/events/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let author: SignedInMember;
let owner: SignedInMember;
let third: SignedInMember;
let school: Awaited<ReturnType<typeof testClass<3>>>;
let chat: number;
beforeEach(async () => {
  school = await testClass(kampus, 3);
  [author, owner, third] = school.members;
  chat = await school.chat(owner, third);
});

const listed = ({ token }: SignedInMember) =>
  dataFrom<EventList["data"]>(kampus.get(school.url, { token }));
const cancel = (id: number, { token }: SignedInMember) =>
  kampus.delete(`/api/en/events/${id}`, { token });

it.each(["author", "owner"])(
  "the owner changes, reports and cancels an event across a block by its %s, without being told whose it is",
  async (blocker) => {
    const { id } = await school.made(author, { title: "Реклама" });
    const pair = [author, owner] as const;
    await testProfiles(kampus).block(...(blocker === "author" ? pair : ([owner, author] as const)));
    const unnamed = { fullname: "Deleted member", image: null, online: false };
    expect(await listed(owner)).toMatchObject([{ id, title: "Реклама", author: unnamed }]);
    const report = await kampus.post("/api/en/reports", { event_id: id, reason: "spam" }, owner);
    expect(report.statusCode).toBe(201);
    const change = gathering({ title: "Встреча" });
    const changed = await kampus.put(`/api/en/events/${id}`, change, owner);
    expect(statusAndBody(changed)).toMatchObject([200, { data: { author: unnamed } }]);
    expect((await cancel(id, owner)).statusCode).toBe(200);
    expect(await listed(third)).toMatchObject([{ id, author: { fullname: author.fullname } }]);
  },
);

it("the owner may answer such an event, of which the author learns nothing, and is told of it neither at home nor by their calendar", async () => {
  const { id } = await school.made(author);
  await testProfiles(kampus).block(author, owner);
  const answer = await kampus.post(`/api/en/events/${id}/answer`, { answer: "going" }, owner);
  expect(statusAndBody(answer)).toMatchObject([200, { data: { my_answer: "going" } }]);
  expect(await listed(author)).toMatchObject([{ answers: { going: 0 }, faces: [] }]);
  expect((await dataFrom<Home>(kampus.get("/api/en/home", owner))).coming).toEqual([]);
  const { url } = await dataFrom<{ url: string }>(kampus.get("/api/en/calendar", owner));
  expect((await kampus.get(new URL(url).pathname)).body).not.toContain("SUMMARY");
});

it("neither the owner of the chat of a study group nor one who is of the class no more has such an event", async () => {
  const { id } = await school.made(author);
  await testProfiles(kampus).block(author, owner);
  await kampus.db.deleteFrom("educations").where("user_id", "=", owner.id).execute();
  expect((await cancel(id, owner)).statusCode).toBe(404);
  await testPast(kampus).studied(owner, school.place.objectId, [2005, 2014]);
  await kampus.db
    .updateTable("class_chats")
    .set({ study_group_key: "а", study_group: "А" })
    .where("chat_id", "=", chat)
    .execute();
  expect((await cancel(id, owner)).statusCode).toBe(404);
  expect(await listed(owner)).toEqual([]);
});
