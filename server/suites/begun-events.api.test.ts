/** When an event that has begun is over, which the class, the home page, answers and changes decide alike (D-EVENTS). */
import { beforeEach, describe, expect, it } from "vitest";
import type { ClassEvent, EventList } from "#lib/events/schema.ts";
import type { Home } from "#lib/home/schema.ts";
import { hourMs } from "#server/infra/durations.ts";
import { dataFrom } from "#server/testing/answers.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let author: SignedInMember;
let mate: SignedInMember;
let school: Awaited<ReturnType<typeof testClass<2>>>;
beforeEach(async () => {
  school = await testClass(kampus, 2);
  [author, mate] = school.members;
});

const eventUrl = (id: number) => `/api/en/events/${id}`;
const read = (id: number, { token }: SignedInMember) => kampus.get(eventUrl(id), { token });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);
/** Moves an event to another time, bypassing the rules. */
const move = (id: number, starts_at: Date, ends_at: Date | null = null) =>
  kampus.db.updateTable("class_events").set({ starts_at, ends_at }).where("id", "=", id).execute();

describe("an event that has begun", () => {
  const idsOf = async (reader: SignedInMember, query = {}) =>
    (await kampus.get(school.url, { token: reader.token, query }))
      .json<EventList>()
      .data.map(({ id }) => id);
  const onHome = async ({ token }: SignedInMember) =>
    (await dataFrom<Home>(kampus.get("/api/en/home", { token }))).coming;
  const nextOf = async ({ token }: SignedInMember) =>
    (
      await dataFrom<{ next_event: { id: number } | null }>(
        kampus.get(school.url.replace("/events", ""), { token }),
      )
    ).next_event;

  it("and has no end is coming until three hours after its start: in the class, on the home page, for answers and changes", async () => {
    const { id } = await school.made(author);
    await move(id, hoursAgo(2.9));
    expect([await idsOf(mate), await idsOf(mate, { past: "1" })]).toEqual([[id], []]);
    expect(await nextOf(mate)).toMatchObject({ id });
    expect(await onHome(mate)).toMatchObject([{ kind: "event", id, news: null }]);
    const answer = await kampus.post(`${eventUrl(id)}/answer`, { answer: "going" }, mate);
    expect(answer.statusCode).toBe(200);
    const { start } = await dataFrom<ClassEvent>(read(id, author));
    const change = gathering({ start, place: "Сквер" });
    expect((await kampus.put(eventUrl(id), change, author)).statusCode).toBe(200);
  });

  it("and has no end is past after these three hours, in all the same places", async () => {
    const { id } = await school.made(author);
    await move(id, hoursAgo(3.01));
    expect([await idsOf(mate), await idsOf(mate, { past: "1" })]).toEqual([[], [id]]);
    expect(await nextOf(mate)).toBeNull();
    expect(await onHome(mate)).toEqual([]);
    const answer = await kampus.post(`${eventUrl(id)}/answer`, { answer: "going" }, mate);
    expect(answer.statusCode).toBe(409);
  });

  it("more than three hours ago cannot lose its end, because without one it would be over at once", async () => {
    const { id } = await school.made(author);
    await move(id, hoursAgo(5), hoursAgo(-5));
    const { start, end } = await dataFrom<ClassEvent>(read(id, author));
    const change = (given: string | null) =>
      kampus.put(eventUrl(id), gathering({ start, end: given }), author);
    const cleared = await change(null);
    expect(cleared.statusCode).toBe(422);
    expect(cleared.json<{ errors: unknown }>().errors).toEqual({
      end: ["Choose a time that is still ahead"],
    });
    expect(await dataFrom<ClassEvent>(read(id, author))).toMatchObject({ end });
    expect((await change(hoursAgo(-1).toISOString())).statusCode).toBe(200);
  });

  it("and has an end is past at its end, however shortly after its start that is", async () => {
    const { id } = await school.made(author);
    await move(id, hoursAgo(1), hoursAgo(0.01));
    expect([await idsOf(mate), await idsOf(mate, { past: "1" })]).toEqual([[], [id]]);
  });
});
