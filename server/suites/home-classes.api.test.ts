/** The classes of a member on the home page: their newcomers, and the one to invite to. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Home } from "#lib/home/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  insertMembers,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
const profiles = testProfiles(kampus);
let me: SignedInMember;
let other: SignedInMember;
/** An institution without members, for each test. */
let institution = 1;
beforeEach(async () => {
  institution += 1;
  [me, other] = await signedInMembers(kampus, 2);
});

const home = () => dataFrom<Home>(kampus.get("/api/ru/home", { token: me.token }));

/** Moves the member's visits into the past by so many minutes. */
const visitedAgo = ({ id }: SignedInMember, minutes: number) =>
  kampus.db
    .insertInto("home_visits")
    .values({
      user_id: id,
      seen_at: new Date(Date.now() - 2 * minutes * 60_000),
      visited_at: new Date(Date.now() - minutes * 60_000),
    })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((eb) => ({
        seen_at: eb.ref("excluded.seen_at"),
        visited_at: eb.ref("excluded.visited_at"),
      })),
    )
    .execute();

describe("the newcomers of a class", () => {
  it("are members who entered it since the last visit, newest first, with their number", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await visitedAgo(me, 60);
    const newcomers = await insertMembers(kampus, [{}, {}, {}, {}, {}]);
    for (const newcomer of newcomers) await past.studied(newcomer, institution, [2005, 2014]);
    await past.studied(other, institution, [2005, 2015]);
    const { class_news } = await home();
    expect(class_news).toMatchObject([
      { object: { id: institution }, key: "2014", end: 2014, start: null, total: 5 },
    ]);
    expect(class_news[0]?.people).toHaveLength(4);
    expect(newcomers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(class_news[0]?.people.map(({ id }) => id) ?? []),
    );
  });

  it("stay the same on a reload, and are refreshed at the next visit", async () => {
    await past.studied(me, institution, [2004, null]);
    await visitedAgo(me, 60);
    await past.studied(other, institution, [2004, null]);
    const news = [
      { key: "since-2004", start: 2004, end: null, people: [{ id: other.id }], total: 1 },
    ];
    expect((await home()).class_news).toMatchObject(news);
    expect((await home()).class_news).toMatchObject(news);
    await kampus.db
      .updateTable("home_visits")
      .set({ visited_at: new Date(Date.now() + 1_000 - 31 * 60_000) })
      .where("user_id", "=", me.id)
      .execute();
    await kampus.db
      .updateTable("educations")
      .set({ created_at: new Date(Date.now() - 40 * 60_000) })
      .where("user_id", "=", other.id)
      .execute();
    expect((await home()).class_news).toEqual([]);
  });

  it("stay while an open page is refreshed, also when the visit began long ago, and on a reload after that", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await visitedAgo(me, 60);
    await past.studied(other, institution, [2005, 2014]);
    await kampus.db
      .updateTable("educations")
      .set({ created_at: new Date(Date.now() - 90 * 60_000) })
      .where("user_id", "=", other.id)
      .execute();
    const news = [{ key: "2014", people: [{ id: other.id }], total: 1 }];
    const query = { refresh: "1" };
    const refreshed = kampus.get("/api/ru/home", { token: me.token, query });
    expect((await dataFrom<Home>(refreshed)).class_news).toMatchObject(news);
    expect((await home()).class_news).toMatchObject(news);
  });

  it.each([
    ["the home page", "/api/ru/home"],
    ["the first calls of its screen", "/api/ru/early?path="],
  ])("stay new after a HEAD of %s, of which the member sees nothing", async (_what, url) => {
    await past.studied(me, institution, [2004, 2014]);
    await visitedAgo(me, 60);
    await past.studied(other, institution, [2005, 2014]);
    const visit = kampus.db.selectFrom("home_visits").selectAll().where("user_id", "=", me.id);
    const before = await visit.execute();
    await kampus.call("HEAD", url, { token: me.token });
    expect(await visit.execute()).toEqual(before);
    expect((await home()).class_news).toMatchObject([{ key: "2014", people: [{ id: other.id }] }]);
  });

  it("are those of the school, too, of a member with many later classes, and of the last five that somebody entered", async () => {
    await past.studied(me, institution, [1994, 2004]);
    const later = [2006, 2008, 2010, 2012, 2014, 2016];
    for (const end of later) await past.studied(me, institution, [2005, end]);
    await visitedAgo(me, 60);
    await past.studied(other, institution, [1994, 2004]);
    expect((await home()).class_news).toMatchObject([{ key: "2004", people: [{ id: other.id }] }]);
    const newcomers = await insertMembers(
      kampus,
      later.map(() => ({})),
    );
    for (const [index, newcomer] of newcomers.entries())
      await past.studied(newcomer, institution, [2005, later[index] ?? 0]);
    const keys = (await home()).class_news.map(({ key }) => key);
    expect(keys).toEqual(["2016", "2014", "2012", "2010", "2008"]);
  });

  it("are empty at the first visit, though two tabs come at once", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await past.studied(other, institution, [2004, 2014]);
    const both = await Promise.all([home(), home()]);
    expect(both.map(({ class_news }) => class_news)).toEqual([[], []]);
  });

  it.each(["blocked", "unverified", "deleted"] as const)(
    "never include a member who is %s",
    async (what) => {
      await past.studied(me, institution, [2004, 2014]);
      await visitedAgo(me, 60);
      await past.studied(other, institution, [2004, 2014]);
      if (what === "blocked") await profiles.block(other, me);
      if (what === "deleted") await kampus.updateMember(other, { deleted_at: new Date() });
      if (what === "unverified") await kampus.updateMember(other, { verified_at: null });
      const { class_news, invite, suggestions } = await home();
      expect([class_news, suggestions, invite?.total]).toEqual([[], [], 1]);
    },
  );
});

describe("the class to invite to", () => {
  it("is the latest that is not complete, counted with the member", async () => {
    await past.studied(me, institution, [1994, 2004]);
    await past.studied(me, institution + 40, [2004, 2008]);
    const crowd = await insertMembers(
      kampus,
      Array.from({ length: 30 }, () => ({})),
    );
    await past.allStudied(
      institution + 40,
      crowd.map((member) => ({ member, years: [2004, 2008] })),
    );
    await past.studied(other, institution, [1994, 2004]);
    expect((await home()).invite).toMatchObject({
      object: { id: institution },
      key: "2004",
      total: 2,
    });
  });

  it("may be the first of many, if all later ones are complete", async () => {
    await past.studied(me, institution, [1994, 2004]);
    const later = [2006, 2008, 2010, 2012, 2014];
    for (const end of later) await past.studied(me, institution, [2005, end]);
    const crowd = await insertMembers(
      kampus,
      Array.from({ length: 29 }, () => ({})),
    );
    for (const end of later)
      await past.allStudied(
        institution,
        crowd.map((member) => ({ member, years: [2005, end] })),
      );
    expect((await home()).invite).toMatchObject({ key: "2004", total: 1 });
  });

  it("has fewer than thirty members, each counted once, though they have several educations of it", async () => {
    await past.studied(me, institution, [2004, 2014]);
    const mates = await insertMembers(
      kampus,
      Array.from({ length: 28 }, () => ({})),
    );
    for (const start of [2003, 2004])
      await past.allStudied(
        institution,
        mates.map((member) => ({ member, years: [start, 2014] })),
      );
    expect((await home()).invite).toMatchObject({ key: "2014", total: 29 });
    await past.studied(other, institution, [2004, 2014]);
    expect((await home()).invite).toBeNull();
  });
});
