import { sql } from "kysely";
import { expect, it } from "vitest";
import { exportEvents, forgetEvents } from "#server/events/personal-data.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

async function exported({ id }: SignedInMember): Promise<Record<string, unknown>> {
  const files: Record<string, unknown> = {};
  for await (const { name, content } of exportEvents(kampus.db)({ id, locale: "ru" })) {
    let text = "";
    for await (const piece of content ?? []) text += String(piece);
    files[name] = JSON.parse(text);
  }
  return files;
}

it("a member's archive contains the events that they made, and their answers", async () => {
  const school = await testClass(kampus, 2);
  const [one, other] = school.members;
  const own = await school.made(one, { title: "Своё" });
  const others = await school.made(other, { title: "Чужое" });
  await kampus.post(`/api/ru/events/${others.id}/answer`, { answer: "maybe" }, one);
  expect(await exported(one)).toMatchObject({
    "events.json": [{ id: own.id, title: "Своё", start: own.start, cancelled_at: null }],
    "event-answers.json": [{ event_id: others.id, title: "Чужое", answer: "maybe" }],
  });
});

it("a member's archive has their answer to an event that they no longer see, and not how the event is now", async () => {
  const school = await testClass(kampus, 3);
  const [author, blocker, leaver] = school.members;
  const { id } = await school.made(author);
  const answers = [blocker, leaver].map((member) =>
    kampus.post(`/api/ru/events/${id}/answer`, { answer: "going" }, member),
  );
  await Promise.all(answers);
  await testProfiles(kampus).block(blocker, author);
  await kampus.db
    .updateTable("educations")
    .set({ end_year: 2015 })
    .where("user_id", "=", leaver.id)
    .execute();
  for (const member of [blocker, leaver]) {
    expect((await kampus.get(`/api/ru/events/${id}`, member)).statusCode).toBe(404);
    expect(await exported(member)).toMatchObject({
      "event-answers.json": [{ event_id: id, title: null, start: null, answer: "going" }],
    });
  }
});

it("a purged member leaves neither events nor answers, and their calendar is closed", async () => {
  const school = await testClass(kampus, 2);
  const [one, other] = school.members;
  const own = await school.made(one);
  const others = await school.made(other);
  for (const [member, event] of [
    [one, others],
    [other, own],
  ] as const)
    await kampus.post(`/api/ru/events/${event.id}/answer`, { answer: "going" }, member);
  await kampus.post("/api/ru/calendar", undefined, one);
  const report = { user_id: one.id, event_id: own.id, reason: "spam" };
  await kampus.post("/api/ru/reports", report, other);
  await kampus.db.transaction().execute((trx) => forgetEvents(trx, one.id));
  const left = await kampus.get(`/api/ru/events/${others.id}`, other);
  expect(left.json()).toMatchObject({ data: { answers: { going: 0 } } });
  expect((await kampus.get(`/api/ru/events/${own.id}`, other)).statusCode).toBe(404);
  const rows = await kampus.db
    .selectFrom("calendars")
    .selectAll()
    .where("user_id", "=", one.id)
    .execute();
  expect(rows).toEqual([]);
  expect(await exported(other)).toMatchObject({ "event-answers.json": [] });
});

// The embedded database does one thing after another: there nothing happens at once.
it.runIf(process.env.TEST_DATABASE_URL)(
  "two members who answered each other's events are purged at once, and neither purge fails",
  async () => {
    const school = await testClass(kampus, 2);
    const [one, other] = school.members;
    const events = [await school.made(one), await school.made(other)];
    for (const [member, event] of [
      [one, events[1]],
      [other, events[0]],
    ] as const)
      await kampus.post(`/api/ru/events/${event?.id}/answer`, { answer: "going" }, member);
    const ids = events.map(({ id }) => id);
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM class_events WHERE id = ANY (${ids}::int[]) FOR UPDATE`.execute(trx),
    );
    const purging = [one, other].map(({ id }) =>
      kampus.db.transaction().execute((trx) => forgetEvents(trx, id)),
    );
    try {
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(2);
    } finally {
      await release();
    }
    const outcomes = await Promise.allSettled(purging);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  },
);

it.runIf(process.env.TEST_DATABASE_URL)(
  "a member is purged while the owner of the class chat, who has answered, changes their event, and neither fails",
  async () => {
    const school = await testClass(kampus, 2);
    const [author, owner] = school.members;
    await school.chat(owner);
    const event = await school.made(author);
    await kampus.post(`/api/ru/events/${event.id}/answer`, { answer: "going" }, owner);
    const release = await holdOpen(kampus, (trx) =>
      sql`SELECT FROM class_events WHERE id = ${event.id} FOR UPDATE`.execute(trx),
    );
    const cancelled = kampus.call("DELETE", `/api/ru/events/${event.id}`, owner);
    await expect.poll(kampus.waitingForLocks).toBe(1);
    const purged = kampus.db.transaction().execute((trx) => forgetEvents(trx, author.id));
    try {
      await expect.poll(kampus.waitingForLocks).toBe(2);
    } finally {
      await release();
    }
    await purged;
    expect([200, 404]).toContain((await cancelled).statusCode); // 404 where it is read after the purge
  },
);
