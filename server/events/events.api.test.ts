import { beforeEach, describe, expect, it } from "vitest";
import type { ClassEvent, EventList } from "#lib/events/schema.ts";
import { hourMs } from "#server/infra/durations.ts";
import { dataFrom, faultsIn, faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { fromNow, gathering, testClass } from "#server/testing/data/test-events.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let author: SignedInMember;
let mate: SignedInMember;
let third: SignedInMember;
let school: Awaited<ReturnType<typeof testClass<3>>>;
beforeEach(async () => {
  school = await testClass(kampus, 3);
  [author, mate, third] = school.members;
});

const eventUrl = (id: number) => `/api/en/events/${id}`;
const read = (id: number, { token }: SignedInMember) => kampus.get(eventUrl(id), { token });
const list = async ({ token }: SignedInMember, query: Record<string, string> = {}) => {
  const answer = await kampus.get(school.url, { token, query });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json<EventList>();
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);
/** Moves an event to another time, bypassing the rules. */
const move = (id: number, starts_at: Date, ends_at: Date | null = null) =>
  kampus.db.updateTable("class_events").set({ starts_at, ends_at }).where("id", "=", id).execute();

describe("an event", () => {
  it("is made by a member of the class and read by the others", async () => {
    const body = gathering({
      title: "  Встреча;  20 лет ",
      text: "Берём детей.\r\nИ фото; всё",
      place: "Чайхана",
      end: fromNow(8 * 24 * hourMs),
    });
    const answer = await school.make(author, body);
    expect(statusAndBody(answer)).toEqual([
      201,
      {
        message: "The event is in the class calendar",
        data: {
          id: expect.any(Number) as number,
          title: "Встреча; 20 лет",
          text: "Берём детей.\nИ фото; всё",
          place: "Чайхана",
          start: body.start,
          end: body.end,
          time_zone: "Asia/Tashkent",
          author: expect.objectContaining({ id: author.id, fullname: author.fullname }) as object,
          answers: { going: 0, maybe: 0, no: 0 },
          my_answer: null,
          faces: [],
          cancelled_at: null,
        },
      },
    ]);
    const { data } = answer.json<{ data: ClassEvent }>();
    expect((await read(data.id, mate)).json()).toEqual({ data });
    expect((await list(mate)).data).toEqual([data]);
  });

  it("starts in whole milliseconds, however finely the moment is written", async () => {
    const { title, start, time_zone } = gathering();
    const finer = start.replace("Z", `${"0".repeat(200)}Z`);
    const answer = await school.make(author, { title, start: finer, time_zone });
    expect(statusAndBody(answer)).toMatchObject([201, { data: { start } }]);
  });

  it("needs only a title and a start", async () => {
    const { title, start, time_zone } = gathering();
    const answer = await school.make(author, { title, start, end: " ", time_zone });
    expect(answer.json()).toMatchObject({ data: { text: "", place: "", end: null } });
  });

  it.each([
    ["no title", { title: " " }, "title"],
    ["too long a title", { title: "я".repeat(121) }, "title"],
    ["a title that turns the direction", { title: "Встреча\u202e" }, "title"],
    ["a mark of right to left in the title", { title: "\u200fВстреча" }, "title"],
    ["an isolate of right to left in the title", { title: "Вст\u2067реча\u2069" }, "title"],
    ["a title of hidden characters alone", { title: "\u200b\u2060" }, "title"],
    ["a control character in the title", { title: "Встре\u0007ча" }, "title"],
    ["an address in the title", { title: "Приходи на evil.uz" }, "title"],
    ["too long a text", { text: "я".repeat(2001) }, "text"],
    ["a text with NUL", { text: "a\0b" }, "text"],
    ["too long a place", { place: "я".repeat(201) }, "place"],
    ["no start", { start: null }, "start"],
    ["an empty start", { start: "" }, "start"],
    ["a start that is no date", { start: "завтра" }, "start"],
    ["a start on a day that there is not", { start: "2027-02-30T10:00:00Z" }, "start"],
    ["a start without its zone", { start: "2027-02-20T10:00:00" }, "start"],
    ["a start in the past", { start: fromNow(-1000) }, "start"],
    ["a start further than five years ahead", { start: fromNow(6 * 366 * 24 * hourMs) }, "start"],
    ["an end before the start", { start: fromNow(hourMs * 2), end: fromNow(hourMs) }, "end"],
    ["an end that is no date", { end: "вечером" }, "end"],
    ["an end further than five years ahead", { end: fromNow(6 * 366 * 24 * hourMs) }, "end"],
    ["no time zone", { time_zone: undefined }, "time_zone"],
    ["an unknown time zone", { time_zone: "Asia/Atlantis" }, "time_zone"],
    ["an offset for a time zone", { time_zone: "+05:00" }, "time_zone"],
    ["a time zone that not every browser knows", { time_zone: "PST" }, "time_zone"],
  ])("with %s is refused on the field", async (_title, wrong, field) => {
    const answer = await school.make(author, { ...gathering(), ...wrong });
    expect(answer.statusCode).toBe(422);
    const errors = faultsIn(answer);
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toMatch(/^[A-Z][a-z ]+/);
    const { id } = await school.made(author);
    const change = await kampus.put(
      eventUrl(id),
      { ...gathering(), ...wrong },
      { token: author.token },
    );
    expect([change.statusCode, faultyFields(change)]).toEqual([422, [field]]);
  });

  it.each(["title", "start", "time_zone"])("says that it needs a %s", async (field) => {
    for (const missing of [undefined, null, "", " ", []]) {
      const answer = await school.make(author, { ...gathering(), [field]: missing });
      expect(statusAndBody(answer)).toMatchObject([
        422,
        { errors: { [field]: ["This field is required"] } },
      ]);
    }
  });

  it("is hidden from visitors, unverified members and members of another class", async () => {
    const { id } = await school.made(author);
    const unverified = await oneMember(kampus, { verified: false });
    const stranger = await oneMember(kampus);
    await testPast(kampus).studied(stranger, school.place.objectId, [2005, 2013]);
    for (const url of [school.url, `${school.url}/rights`, eventUrl(id), `${eventUrl(id)}.ics`]) {
      const answers = await Promise.all([
        kampus.get(url),
        kampus.get(url, { token: unverified.token }),
        kampus.get(url, { token: stranger.token }),
      ]);
      expect([url, ...answers.map(({ statusCode }) => statusCode)]).toEqual([url, 401, 403, 404]);
    }
    const calls = [
      await school.make(stranger),
      await kampus.put(eventUrl(id), gathering(), { token: stranger.token }),
      await kampus.delete(eventUrl(id), { token: stranger.token }),
      await kampus.post(`${eventUrl(id)}/answer`, { answer: "going" }, { token: stranger.token }),
      await kampus.get(`${eventUrl(id)}/answers?answer=going`, { token: stranger.token }),
    ];
    expect(calls.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
  });

  it.each(["2014a", "since-", "1800", "9999", "since-2099"])(
    "in a class that cannot exist is not found: %s",
    async (key) => {
      const url = school.url.replace("2014", key);
      const answer = await kampus.get(url, { token: author.token });
      expect(answer.statusCode).toBe(404);
    },
  );

  it("may belong to a class that still studies", async () => {
    await testPast(kampus).studied(author, school.place.objectId, [2020, null]);
    const url = school.url.replace("2014", "since-2020");
    expect((await kampus.post(url, gathering(), { token: author.token })).statusCode).toBe(201);
    expect((await kampus.get(url, { token: mate.token })).statusCode).toBe(404);
  });

  it("is visible to members of the class chat, who cannot create any unless they are in the class", async () => {
    const { id } = await school.made(author);
    const guest = await oneMember(kampus);
    await school.chat(mate, guest);
    expect((await read(id, guest)).statusCode).toBe(200);
    expect((await list(guest)).data).toHaveLength(1);
    expect(statusAndBody(await school.make(guest))).toMatchObject([
      403,
      { message: "Only members of the class can create its events" },
    ]);
  });

  it("is hidden across a block with its author, but from nobody else", async () => {
    const { id } = await school.made(author);
    await testProfiles(kampus).block(mate, author);
    expect((await read(id, mate)).statusCode).toBe(404);
    expect((await list(mate)).data).toEqual([]);
    expect((await list(third)).data).toHaveLength(1);
    const answer = await kampus.post(
      `${eventUrl(id)}/answer`,
      { answer: "going" },
      { token: mate.token },
    );
    expect(answer.statusCode).toBe(404);
  });
});

describe("an event is changed and cancelled", () => {
  it("only by its author and by the owner of the class chat", async () => {
    const { id } = await school.made(author);
    await school.chat(mate, third);
    const change = gathering({ title: "Новое место" });
    const refused = [
      await kampus.put(eventUrl(id), change, { token: third.token }),
      await kampus.delete(eventUrl(id), { token: third.token }),
    ];
    for (const answer of refused)
      expect(statusAndBody(answer)).toMatchObject([403, { code: "forbidden" }]);
    const changed = await kampus.put(eventUrl(id), change, { token: mate.token });
    expect(statusAndBody(changed)).toMatchObject([
      200,
      { message: "The event is saved", data: { title: "Новое место", author: { id: author.id } } },
    ]);
    const rights = [
      { create: true, manage: false },
      { create: true, manage: true },
      { create: true, manage: false },
    ];
    for (const [index, { token }] of [author, mate, third].entries()) {
      expect(await dataFrom(kampus.get(`${school.url}/rights`, { token }))).toEqual(rights[index]);
      const page = kampus.get(school.url.replace(/\/events$/, ""), { token });
      expect(await dataFrom(page)).toMatchObject({ event_rights: rights[index] });
    }
  });

  it("no more once it is cancelled: it stays visible and accepts neither answers nor changes", async () => {
    const { id } = await school.made(author);
    const [one, other] = await Promise.all([
      kampus.delete(eventUrl(id), { token: author.token }),
      kampus.delete(eventUrl(id), { token: author.token }),
    ]);
    const moments = [one, other].map(
      (answer) => answer.json<{ data: ClassEvent }>().data.cancelled_at,
    );
    expect(moments).toEqual([expect.stringMatching(/Z$/), moments[0]]);
    expect((await read(id, mate)).json()).toMatchObject({ data: { cancelled_at: moments[0] } });
    expect((await list(mate)).data).toMatchObject([{ id, cancelled_at: moments[0] }]);
    const calls = [
      await kampus.put(eventUrl(id), gathering(), { token: author.token }),
      await kampus.post(`${eventUrl(id)}/answer`, { answer: "no" }, { token: mate.token }),
    ];
    for (const answer of calls)
      expect(statusAndBody(answer)).toMatchObject([409, { message: "This event was cancelled" }]);
  });

  it("no more once it is over, but its text may be corrected while it lasts", async () => {
    const { id } = await school.made(author);
    const begun = new Date(Math.floor(Date.now() / 1000) * 1000 - hourMs);
    const end = fromNow(hourMs);
    await move(id, begun, new Date(end));
    const current = { start: begun.toISOString(), end };
    const righted = await kampus.put(eventUrl(id), gathering({ ...current, place: "Сквер" }), {
      token: author.token,
    });
    expect(statusAndBody(righted)).toMatchObject([200, { data: { place: "Сквер" } }]);
    await move(id, hoursAgo(3.01));
    const late = [
      await kampus.put(eventUrl(id), gathering(), { token: author.token }),
      await kampus.delete(eventUrl(id), { token: author.token }),
      await kampus.post(`${eventUrl(id)}/answer`, { answer: "going" }, { token: mate.token }),
    ];
    for (const answer of late)
      expect(statusAndBody(answer)).toMatchObject([409, { message: "This event is over" }]);
  });
});

describe("the events of a class", () => {
  it("are the coming ones by their start, and the past ones on request, newest first, in pages that have each once", async () => {
    const [first] = await Promise.all([
      school.made(author, { start: fromNow(hourMs) }),
      school.made(author, { start: fromNow(3 * hourMs) }),
    ]);
    const second = await school.made(mate, { start: fromNow(2 * hourMs) });
    expect((await list(third)).data.map(({ id }) => id).slice(0, 2)).toEqual([first.id, second.id]);
    await kampus.db
      .insertInto("class_events")
      .values(
        Array.from({ length: 45 }, (_, index) => ({
          object_id: school.place.objectId,
          class_key: school.place.key,
          author_id: author.id,
          title: `Было ${index}`,
          text: "",
          place: "",
          time_zone: "Asia/Tashkent",
          starts_at: hoursAgo(4 + Math.floor(index / 2)),
        })),
      )
      .execute();
    const pages: EventList["data"][] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: EventList = await list(mate, { past: "1", ...(cursor && { cursor }) });
      pages.push(page.data);
      cursor = page.meta.next;
    }
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(45);
    const starts = all.map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted().toReversed());
  });

  it.each<Record<string, string>>([{ past: "soon" }, { cursor: "WzFd" }, { cursor: "%%" }])(
    "are refused for %j",
    async (query) => {
      const answer = await kampus.get(school.url, { token: author.token, query });
      expect(answer.statusCode).toBe(422);
    },
  );
});
