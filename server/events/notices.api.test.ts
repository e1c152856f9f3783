/** Who is notified of changes of an event, its cancellation, and that it begins within a day. */
import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { hourMs } from "#server/infra/durations.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { fromNow, gathering, testClass } from "#server/testing/data/test-events.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import {
  pushesArrived,
  pushesForFile,
  type TestBrowser,
} from "#server/testing/doubles/test-pushes.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const { kampus, turnOn } = pushesForFile();

let school: Awaited<ReturnType<typeof testClass<5>>>;
let author: SignedInMember;
let comer: SignedInMember;
let browser: TestBrowser;
beforeEach(async () => {
  school = await testClass(kampus, 5);
  [author, comer] = school.members;
  browser = await turnOn(comer);
});

const url = (id: number) => `/api/en/events/${id}`;
const say = (id: number, { token }: SignedInMember, answer: string) =>
  kampus.post(`${url(id)}/answer`, { answer }, { token });
const change = (id: number, given: object) =>
  kampus.put(url(id), gathering(given), { token: author.token });
/** Moves the clock to a moment before the event. */
const wait = (id: number, untilMs: number) =>
  kampus.db
    .updateTable("class_events")
    .set({ starts_at: new Date(Date.now() + untilMs) })
    .where("id", "=", id)
    .execute();
/** Earlier pushes are done once the push of a later event has arrived. */
async function settled(): Promise<void> {
  const [, , , , witness] = school.members;
  const seen = await turnOn(witness);
  const { id } = await school.made(author);
  await say(id, witness, "going");
  await kampus.delete(url(id), { token: author.token });
  await pushesArrived(seen);
}

describe("a change of an event", () => {
  it("is pushed to members who attend, in their language and time zone, and links to the event", async () => {
    await kampus.updateMember(comer, { locale: "en", time_zone: "Europe/Moscow" });
    const { id } = await school.made(author);
    await say(id, comer, "going");
    const start = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 20, 13));
    await change(id, { start: start.toISOString(), place: "Чайхана" });
    await pushesArrived(browser);
    expect(browser.received[0]?.payload).toEqual({
      kind: "event",
      news: "changed",
      event_id: id,
      user_id: comer.id,
      revision: 1,
      title: "Встреча выпускников",
      body: `The event was changed. It begins 20.01.${start.getUTCFullYear()}, 16:00 GMT+3\nЧайхана`,
      icon: null,
      url: `http://profile.kampus.localhost:3000/en/objects/${school.place.objectId}/classes/2014#event-${id}`,
    });
    expect(browser.received[0]?.headers.topic).toBe(`event-${id}`);
  });

  it("is not pushed to its author, to members who declined, did not answer or are blocked, nor when nothing has changed", async () => {
    const [, , silent, blocked] = school.members;
    const event = await school.made(author);
    const browsers = [browser, await turnOn(author), await turnOn(silent), await turnOn(blocked)];
    await say(event.id, author, "going");
    await say(event.id, comer, "no");
    await say(event.id, blocked, "going");
    await testProfiles(kampus).block(author, blocked);
    await change(event.id, { start: event.start, place: "Сквер" });
    await say(event.id, comer, "going");
    await change(event.id, { start: event.start, place: "Сквер" });
    await settled();
    expect(browsers.map(({ received }) => received.length)).toEqual([0, 0, 0, 0]);
  });

  it("is pushed once if several follow each other: only the last one", async () => {
    const { id, start } = await school.made(author);
    await say(id, comer, "maybe");
    await Promise.all(["Сквер", "Чайхана", "Парк"].map((place) => change(id, { start, place })));
    await settled();
    expect(browser.received.length).toBeGreaterThan(0);
    expect(browser.received.at(-1)?.payload).toMatchObject({ revision: 3 });
  });
});

it("a cancellation by the operator is pushed to all who attend, the author too", async () => {
  const { id } = await school.made(author);
  const browsers = [browser, await turnOn(author)];
  for (const member of [comer, author]) await say(id, member, "going");
  await testOperator(kampus)("events", "cancel", String(id));
  for (const each of browsers) {
    await pushesArrived(each);
    expect(each.received[0]?.payload).toMatchObject({ news: "cancelled", event_id: id });
  }
});

it("what the owner of the chat does to an event is pushed to its author, who need not have answered, but not once they declined", async () => {
  const owner = school.members[2];
  await school.chat(owner);
  const [silent, declined] = [await school.made(author), await school.made(author)];
  await say(declined.id, author, "no");
  const own = await turnOn(author);
  for (const { id } of [declined, silent]) {
    const moved = gathering({ start: fromNow(72 * hourMs) });
    expect((await kampus.put(url(id), moved, { token: owner.token })).statusCode).toBe(200);
  }
  await pushesArrived(own);
  for (const { id } of [declined, silent]) await kampus.delete(url(id), { token: owner.token });
  await pushesArrived(own, 2);
  await settled();
  expect(own.received.map(({ payload }) => payload)).toMatchObject([
    { event_id: silent.id, news: "changed" },
    { event_id: silent.id, news: "cancelled" },
  ]);
});

it("a cancellation is pushed once, even when two members cancel at the same moment", async () => {
  const { id } = await school.made(author);
  await school.chat(school.members[2]);
  await say(id, comer, "maybe");
  await Promise.all(
    [author, school.members[2]].map(({ token }) => kampus.delete(url(id), { token })),
  );
  await settled();
  expect(browser.received.map(({ payload }) => payload)).toMatchObject([
    {
      news: "cancelled",
      body: expect.stringMatching(/^Событие отменено\. Начало было назначено на ./) as string,
    },
  ]);
});

describe("the reminder of the day before", () => {
  const remind = () => kampus.app.remindOfEvents();

  it("is pushed once to members who attend, though several nodes look for it repeatedly", async () => {
    const { id } = await school.made(author, { place: "Чайхана" });
    await say(id, comer, "going");
    await remind();
    await wait(id, 23.9 * hourMs);
    const found = await Promise.all(Array.from({ length: 5 }, remind));
    expect(found.reduce((sum, count) => sum + count)).toBe(1);
    await remind();
    await settled();
    expect(browser.received.map(({ payload }) => payload)).toMatchObject([
      { news: "reminder", body: expect.stringMatching(/^Уже скоро: .*\nЧайхана$/) as string },
    ]);
  });

  it("is not pushed for events that are cancelled, have begun or were made on the day before", async () => {
    const [cancelled, begun] = [await school.made(author), await school.made(author)];
    const short = await school.made(author, { start: fromNow(5 * hourMs) });
    for (const { id } of [cancelled, begun, short]) await say(id, comer, "going");
    await kampus.db
      .updateTable("class_events")
      .set({ cancelled_at: sql<Date>`now()` })
      .where("id", "=", cancelled.id)
      .execute();
    await wait(cancelled.id, hourMs);
    await wait(begun.id, -1000);
    await remind();
    await settled();
    expect(browser.received).toEqual([]);
  });

  it("is pushed again if the event was moved to another day", async () => {
    const { id } = await school.made(author);
    await say(id, comer, "going");
    await wait(id, hourMs);
    await remind();
    await pushesArrived(browser);
    await change(id, { start: fromNow(72 * hourMs) });
    await pushesArrived(browser, 2);
    await wait(id, hourMs);
    await remind();
    await pushesArrived(browser, 3);
    await vi.waitFor(() =>
      expect(browser.received.map(({ payload }) => payload.news)).toEqual([
        "reminder",
        "changed",
        "reminder",
      ]),
    );
  });
});
