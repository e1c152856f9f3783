import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { createProfileViews, sweepViews } from "#server/profile/views.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const look = ({ token }: SignedInMember, id: number | string) =>
  kampus.get(`/api/en/user/${id}`, { token });
const viewsOf = async ({ token }: SignedInMember) => {
  return (
    await dataFrom<{ profile_views: number }>(kampus.get("/api/en/profile/statistics", { token }))
  ).profile_views;
};
const storedViews = () =>
  kampus.db.selectFrom("profile_views").selectAll().orderBy("user_id").execute();
/** Moves all views so far into the past by so many days. */
const age = (days: number) =>
  sql`UPDATE profile_views SET viewed_on = viewed_on - ${days}::int`.execute(kampus.db);

describe("a view of a profile", () => {
  it("counts once for a viewer and a day, however often they look at once", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    const second = await oneMember(kampus);
    const looks = await Promise.all(Array.from({ length: 50 }, () => look(viewer, one.id)));
    expect(looks.map(({ statusCode }) => statusCode)).toContain(200);
    expect(await viewsOf(one)).toBe(1);
    await look(second, one.id);
    await look(second, one.id);
    expect(await viewsOf(one)).toBe(2);
  });

  it("counts once for each viewer, even if they look through several nodes at once", async () => {
    const one = await oneMember(kampus);
    const viewers = await signedInMembers(kampus, 10);
    const nodes = [1, 2, 3].map(() => createProfileViews(kampus.db, { warn: vi.fn() }));
    await Promise.all(viewers.flatMap(({ id }) => nodes.map((views) => views.count(one.id, id))));
    expect(await viewsOf(one)).toBe(10);
  });

  it("is not counted when members look at themselves, nor when anything but the profile or its headers alone are asked for", async () => {
    const [one, { token }] = await signedInMembers(kampus, 2);
    await look(one, one.id);
    await kampus.get(`/api/en/user/${one.id}/statistics`, { token });
    expect((await kampus.call("HEAD", `/api/en/user/${one.id}`, { token })).statusCode).toBe(200);
    expect(await viewsOf(one)).toBe(0);
  });

  it("is not counted where there is no profile to see", async () => {
    const viewer = await oneMember(kampus);
    const [gone] = await signedInMembers(kampus, 2);
    const unverified = await oneMember(kampus, { verified: false });
    await kampus.updateMember(gone, { deleted_at: new Date() });
    const before = await storedViews();
    for (const id of [gone.id, unverified.id, 2_147_483_647, "me"])
      expect((await look(viewer, id)).statusCode).toBe(404);
    expect((await look(unverified, viewer.id)).statusCode).toBe(403);
    expect(await storedViews()).toEqual(before);
  });

  it("costs no write when it is repeated that day", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    const views = createProfileViews(kampus.db, { warn: vi.fn() });
    await views.count(one.id, viewer.id);
    await kampus.db.deleteFrom("profile_views").where("user_id", "=", one.id).execute();
    await views.count(one.id, viewer.id);
    expect(await viewsOf(one)).toBe(1);
  });

  it("counts again the next day", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    await createProfileViews(kampus.db, { warn: vi.fn() }).count(one.id, viewer.id);
    await age(1);
    await sql`UPDATE profile_view_days SET day = day - 1 WHERE user_id = ${one.id}`.execute(
      kampus.db,
    );
    await createProfileViews(kampus.db, { warn: vi.fn() }).count(one.id, viewer.id);
    const answer = await kampus.get("/api/en/profile/statistics", { token: one.token });
    const { data } = answer.json<{ data: { views_by_day: { count: number }[] } }>();
    expect(data.views_by_day.slice(-3).map(({ count }) => count)).toEqual([0, 1, 1]);
  });

  it("that cannot be counted fails no request, and is logged for the operator", async () => {
    const log = { warn: vi.fn() };
    const viewer = await oneMember(kampus);
    const views = createProfileViews(kampus.db, log);
    await expect(views.count(2_147_483_647, viewer.id)).resolves.toBeUndefined();
    expect(log.warn).toHaveBeenCalledOnce();
  });
});

describe("the viewer of a profile", () => {
  it("is forgotten after yesterday, while the numbers stay", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    await look(viewer, one.id);
    await age(2);
    const [other] = await signedInMembers(kampus, 2);
    await look(viewer, other.id);
    await sql`UPDATE profile_views SET viewed_on = viewed_on - 1 WHERE user_id = ${other.id}`.execute(
      kampus.db,
    );
    expect(await sweepViews(kampus.db)).toBeGreaterThanOrEqual(1);
    expect((await storedViews()).map(({ user_id }) => user_id)).toEqual([other.id]);
    expect(await viewsOf(one)).toBe(1);
    expect(await sweepViews(kampus.db)).toBe(0);
  });
});

describe("the views of a profile on many days", () => {
  const daysOf = async (userId: number) => {
    const { rows } = await sql<{ days: number; views: number }>`
      SELECT count(*)::int AS days, sum(views)::int AS views FROM profile_view_days WHERE user_id = ${userId}`.execute(
      kampus.db,
    );
    return rows[0];
  };
  /** Somebody viewed the profile the day before yesterday. */
  const viewedLately = (userId: number, viewerId: number) =>
    sql`
      INSERT INTO profile_views (user_id, viewed_on, viewer_id)
      VALUES (${userId}, (now() AT TIME ZONE 'utc')::date - 2, ${viewerId})`.execute(kampus.db);

  it("are kept as those of the 30 days that are shown and as one number of all before", async () => {
    const [one, viewer] = await signedInMembers(kampus, 2);
    const { id, token } = one;
    await sql`
      INSERT INTO profile_view_days (user_id, day, views)
      SELECT ${id}, (now() AT TIME ZONE 'utc')::date - age, 2 FROM generate_series(0, 39) AS age`.execute(
      kampus.db,
    );
    await viewedLately(id, viewer.id);
    await sweepViews(kampus.db);
    expect(await daysOf(id)).toEqual({ days: 31, views: 80 });
    const shown = await dataFrom<{ views_by_day: { count: number }[] }>(
      kampus.get("/api/en/profile/statistics", { token }),
    );
    expect(shown.views_by_day.map(({ count }) => count)).toEqual(Array(30).fill(2));

    // Five days later.
    await sql`
      UPDATE profile_view_days SET day = day - 100 WHERE user_id = ${id} AND day IN (
        SELECT (now() AT TIME ZONE 'utc')::date - age FROM generate_series(25, 29) AS age)`.execute(
      kampus.db,
    );
    await viewedLately(id, viewer.id);
    await sweepViews(kampus.db);
    expect(await daysOf(id)).toEqual({ days: 26, views: 80 });
    expect(await viewsOf(one)).toBe(80);
  });
});
