import { describe, expect, it } from "vitest";
import { hourMs } from "#server/infra/durations.ts";
import { isRefusedForNow, statusAndBody } from "#server/testing/answers.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { fromNow, gathering, testClass } from "#server/testing/data/test-events.ts";
import { limitedKampus } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const yearMs = 365 * 24 * hourMs;
const eventUrl = (id: number) => `/api/en/events/${id}`;

describe("the events of a class", () => {
  const limited = limitedKampus();

  it("include at most 20 coming ones of one author, even if 40 are made at once", async () => {
    const school = await testClass(kampus, 2);
    const [author, mate] = school.members;
    const answers = await Promise.all(Array.from({ length: 40 }, () => school.make(author)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const refused = answers.find(({ statusCode }) => statusCode !== 201);
    expect([refused?.statusCode, refused?.json()]).toMatchObject([409, { code: "conflict" }]);
    expect((await school.make(mate)).statusCode).toBe(201);
  });

  it.each([
    [
      "once the owner of the chat cancels some",
      async ({ id }: SignedInMember, owner: SignedInMember) => {
        const event = await kampus.db
          .selectFrom("class_events")
          .select("id")
          .where("author_id", "=", id)
          .executeTakeFirstOrThrow();
        await kampus.delete(eventUrl(event.id), { token: owner.token });
      },
    ],
    [
      "while an author is suspended",
      (author: SignedInMember) => kampus.updateMember(author, { suspended_at: new Date() }),
    ],
    [
      "when an author has closed their account",
      (author: SignedInMember) => kampus.updateMember(author, { deleted_at: new Date() }),
    ],
  ])("are 100 at most, and have room again %s", async (_when, makeRoom) => {
    const school = await testClass(kampus, 6);
    const [owner, first] = school.members;
    const authors = school.members.slice(1);
    await school.chat(owner);
    for (let made = 0; made < 20; made += 1)
      await Promise.all(authors.map((author) => school.make(author)));
    expect((await school.make(owner)).statusCode).toBe(409);
    await makeRoom(first, owner);
    expect((await school.make(owner)).statusCode).toBe(201);
  });

  it("count among the 20 of their author when they are cancelled, too", async () => {
    const school = await testClass(kampus, 1);
    const [author] = school.members;
    for (let made = 0; made < 20; made += 1) {
      const { id } = await school.made(author);
      await kampus.delete(eventUrl(id), { token: author.token });
    }
    expect((await school.make(author)).statusCode).toBe(409);
  });

  it("are at most three of an author that end in more than a year, and moving nearer ones there is refused", async () => {
    const school = await testClass(kampus, 2);
    const [author, mate] = school.members;
    const inTwoYears = gathering({ start: fromNow(2 * yearMs) });
    const untilThen = gathering({ end: inTwoYears.start });
    const answers = await Promise.all(
      [inTwoYears, untilThen, inTwoYears, untilThen, inTwoYears].map((event) =>
        school.make(author, event),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 409, 409]);
    const near = [await school.made(author), await school.made(author)];
    for (const { id } of near) {
      const moved = await kampus.put(eventUrl(id), inTwoYears, { token: author.token });
      expect(statusAndBody(moved)).toMatchObject([409, { code: "conflict" }]);
    }
    expect((await school.make(mate, inTwoYears)).statusCode).toBe(201);
  });

  it("are moved beyond a year only as long as their author has room there", async () => {
    const school = await testClass(kampus, 1);
    const [author] = school.members;
    const near = [];
    for (let made = 0; made < 5; made += 1) near.push(await school.made(author));
    const inTwoYears = gathering({ start: fromNow(2 * yearMs) });
    const moved = await Promise.all(
      near.map(({ id }) => kampus.put(eventUrl(id), inTwoYears, { token: author.token })),
    );
    expect(moved.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 409, 409]);
    const far = near[moved.findIndex(({ statusCode }) => statusCode === 200)];
    const renamed = await kampus.put(
      eventUrl(far?.id ?? 0),
      { ...inTwoYears, title: "Встреча через два года" },
      { token: author.token },
    );
    expect(renamed.statusCode).toBe(200);
  });

  it("can be made and changed 60 times in an hour", async () => {
    const other = await testClass(limited.kampus, 1);
    const [one] = other.members;
    const { id } = await other.made(one);
    for (let changed = 1; changed < 60; changed += 1)
      await limited.kampus.put(eventUrl(id), gathering(), { token: one.token });
    expect(isRefusedForNow(await other.make(one))).toBe(true);
  });
});
