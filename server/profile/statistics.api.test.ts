import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { MemberProfile, OwnStatistics } from "#lib/profile/schema.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { studies, testEntries, works } from "#server/testing/data/educations-and-jobs.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();
const profiles = testProfiles(kampus);

const get = ({ token }: SignedInMember, path: string) => kampus.get(`/api/en${path}`, { token });
const ownOf = (member: SignedInMember) =>
  dataFrom<OwnStatistics>(get(member, "/profile/statistics"));
const seenBy = async (viewer: SignedInMember, { id }: { id: number }) => {
  const [whole, alone] = [
    await get(viewer, `/user/${id}`),
    await get(viewer, `/user/${id}/statistics`),
  ];
  const { statistics } = whole.json<{ data: MemberProfile }>().data;
  return { ...statistics, alone: alone.json<{ data: object }>().data };
};

describe("statistics", () => {
  it("count what a profile holds: friends, not requests, nor friends who have gone", async () => {
    const [one, friend] = await signedInMembers(kampus, 2);
    const [gone, asked, asking] = await insertMembers(kampus, [{}, {}, {}]);
    await profiles.befriend(one, friend);
    await profiles.befriend(gone, one);
    await profiles.ask(one, asked);
    await profiles.ask(asking, one);
    await kampus.updateMember(gone, { deleted_at: new Date() });
    await testEntries(kampus, "educations", studies).add(one);
    for (const company of ["Школа № 110", "Лицей"])
      await testEntries(kampus, "jobs", works).add(one, { company });
    await profiles.addImage(one);
    await profiles.addMedia(one);
    const counted = { friends: 1, images: 1, media: 1, educations: 1, jobs: 2, profile_views: 0 };
    expect(await ownOf(one)).toEqual({
      ...counted,
      views_by_day: expect.any(Array) as OwnStatistics["views_by_day"],
    });
    expect(await seenBy(friend, one)).toEqual({
      ...counted,
      alone: { ...counted, profile_views: 1 },
    });
    expect(await ownOf(friend)).toMatchObject({ friends: 1, jobs: 0 });
  });

  it("count nothing of what the reader may not see", async () => {
    const [one, friend] = await signedInMembers(kampus, 2);
    const stranger = await oneMember(kampus);
    await profiles.befriend(one, friend);
    await profiles.addMedia(one);
    await profiles.addImage(one);
    for (const [audience, toFriend, toStranger] of [
      ["everyone", 1, 1],
      ["friends", 1, 0],
      ["nobody", 0, 0],
    ] as const) {
      await profiles.hide(one, { friends: audience, media: audience });
      const counts = (shown: number) => ({ friends: shown, media: shown, images: 1 });
      for (const [viewer, shown] of [
        [friend, toFriend],
        [stranger, toStranger],
      ] as const)
        expect(await seenBy(viewer, one)).toMatchObject({
          ...counts(shown),
          alone: counts(shown),
        });
      expect(await ownOf(one)).toMatchObject(counts(1));
      expect(await seenBy(one, one)).toMatchObject(counts(1));
    }
  });
});

describe("views by day", () => {
  it("are shown to the member alone: 30 days to today in UTC, oldest first, days without views included", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { rows } = await sql<{ day: string; age: number }>`
      SELECT to_char((now() AT TIME ZONE 'utc')::date - age, 'YYYY-MM-DD') AS day, age
      FROM generate_series(0, 30) AS age ORDER BY age DESC`.execute(kampus.db);
    const viewsOf = (age: number) => ({ 0: 3, 1: 2, 29: 7, 30: 40 })[age] ?? 0;
    for (const { day, age } of rows)
      if (viewsOf(age) > 0)
        await sql`
          INSERT INTO profile_view_days (user_id, day, views)
          VALUES (${one.id}, ${day}, ${viewsOf(age)})`.execute(kampus.db);
    const { views_by_day, profile_views } = await ownOf(one);
    expect(views_by_day).toEqual(
      rows.slice(1).map(({ day, age }) => ({ date: day, count: viewsOf(age) })),
    );
    expect(profile_views).toBe(52);
    expect(await seenBy(other, one)).not.toHaveProperty("views_by_day");
  });
});
