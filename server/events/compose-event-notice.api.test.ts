/** Which notices of an event are still sent when their turn comes, and what they say then. */
import { beforeEach, expect, it } from "vitest";
import type { ClassEvent } from "#lib/events/schema.ts";
import { createComposeEventNotice } from "#server/events/compose-event-notice.ts";
import { hourMs } from "#server/infra/durations.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { fromNow, gathering, testClass } from "#server/testing/data/test-events.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let author: SignedInMember;
let comer: SignedInMember;
let event: ClassEvent;
beforeEach(async () => {
  const school = await testClass(kampus, 2);
  [author, comer] = school.members;
  event = await school.made(author, { start: fromNow(20 * hourMs) });
  await kampus.post(`/api/en/events/${event.id}/answer`, { answer: "going" }, comer);
});

const change = (given: object) =>
  kampus.put(`/api/en/events/${event.id}`, gathering({ start: event.start, ...given }), author);

/** The texts of the notice that was queued before any change. */
async function composed(news: "changed" | "reminder"): Promise<string[]> {
  const { db, env } = kampus;
  const compose = createComposeEventNotice({ db, deployment: env.deployment });
  const pushes = await compose({ event_id: event.id, news, revision: 0 }, [comer.id]);
  return [...pushes.values()].map(({ payload }) => payload.body);
}

it("a reminder is sent though the text or the place was changed meanwhile, and says the new place", async () => {
  await change({ place: "Чайхана" });
  expect(await composed("reminder")).toEqual([expect.stringMatching(/\nЧайхана$/)]);
});

it("a reminder is not sent once the event was moved to another day, was cancelled or has begun", async () => {
  await change({ start: fromNow(72 * hourMs) });
  expect(await composed("reminder")).toEqual([]);
  await change({ start: fromNow(hourMs) });
  expect(await composed("reminder")).toHaveLength(1);
  const begin = { starts_at: new Date(Date.now() - 1000) };
  await kampus.db.updateTable("class_events").set(begin).where("id", "=", event.id).execute();
  expect(await composed("reminder")).toEqual([]);
  await change({ start: fromNow(hourMs) });
  await kampus.delete(`/api/en/events/${event.id}`, author);
  expect(await composed("reminder")).toEqual([]);
});

it("a change is not sent once another followed", async () => {
  expect(await composed("changed")).toHaveLength(1);
  await change({ place: "Чайхана" });
  expect(await composed("changed")).toEqual([]);
});
