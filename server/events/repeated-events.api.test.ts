import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { ClassEvent, EventList } from "#lib/events/schema.ts";
import { hourMs } from "#server/infra/durations.ts";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { fromNow, gathering, testClass } from "#server/testing/data/test-events.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const listOf = async (url: string, { token }: { token: string }) =>
  (await kampus.get(url, { token })).json<EventList>().data;
const idIn = (answer: { json: () => unknown }) => (answer.json() as { data: ClassEvent }).data.id;

it("an event that is asked for again with the client_id of the first time is made once, also at the same moment", async () => {
  const { members, url, make } = await testClass(kampus, 2);
  const [author, mate] = members;
  const body = { ...gathering(), client_id: randomUUID() };
  const answers = await Promise.all([make(author, body), make(author, body)]);
  answers.push(await make(author, body));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 201]);
  expect(new Set(answers.map(idIn)).size).toBe(1);
  expect(await listOf(url, mate)).toHaveLength(1);
});

it("an event that has begun, or that its author may make no more, is still answered when it is asked for again", async () => {
  const { members, make } = await testClass(kampus, 1);
  const [author] = members;
  const body = { ...gathering(), client_id: randomUUID() };
  const made = await make(author, body);
  await kampus.db.deleteFrom("educations").where("user_id", "=", author.id).execute();
  const again = await make(author, { ...body, start: fromNow(-hourMs) });
  expect(statusAndBody(again)).toEqual([200, made.json()]);
});

it("a client_id is unique with its author: another makes an event of their own with it, and without one each call makes an event", async () => {
  const { members, url, make } = await testClass(kampus, 2);
  const [author, mate] = members;
  const body = { ...gathering(), client_id: randomUUID() };
  for (const asked of [make(author, body), make(mate, body), make(author), make(author)])
    expect((await asked).statusCode).toBe(201);
  expect(await listOf(url, author)).toHaveLength(4);
});

it("a client_id that is no UUID is refused on its field", async () => {
  const { members, make } = await testClass(kampus, 1);
  const answer = await make(members[0], { ...gathering(), client_id: "1" });
  expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["client_id"]]);
});
