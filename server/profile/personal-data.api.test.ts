import { expect, it } from "vitest";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZip } from "#server/testing/data/read-zip.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";

const kampus = kampusForFile();

const look = ({ token }: SignedInMember, { id }: { id: number }) =>
  kampus.get(`/api/en/user/${id}`, { token });

it("the archive of a member holds their privacy and statistics, but not who viewed the profile", async () => {
  const [one, viewer] = await signedInMembers(kampus, 2);
  await testProfiles(kampus).hide(one, { messages: "friends" });
  await look(viewer, one);
  const files = readZip(await downloadArchive(kampus, one));
  const file = (name: string) => JSON.parse(files.get(name) ?? "null") as object;
  expect(file("privacy.json")).toEqual({
    images: "everyone",
    educations: "everyone",
    jobs: "everyone",
    friends: "everyone",
    media: "everyone",
    last_seen: "everyone",
    messages: "friends",
    suggestions: "everyone",
    birthday: "nobody",
  });
  const { views_by_day, ...statistics } = file("statistics.json") as { views_by_day: object[] };
  expect(statistics).toMatchObject({ friends: 0, profile_views: 1 });
  expect(views_by_day.at(-1)).toMatchObject({ count: 1 });
  expect(files.get("statistics.json")).not.toContain("viewer");
});

it("neither views, nor privacy settings, nor a last visit of a purged member are left", async () => {
  const [gone, other] = await signedInMembers(kampus, 2);
  const { hide } = testProfiles(kampus);
  await hide(gone, {
    friends: "nobody",
    media: "nobody",
    last_seen: "friends",
    messages: "nobody",
  });
  await look(gone, other);
  await look(other, gone);
  await kampus.updateMember(gone, { last_seen_at: new Date() });
  await kampus.purge(gone);
  expect(await kampus.rowOf(gone)).toMatchObject({
    last_seen_at: null,
    privacy_images: "everyone",
    privacy_educations: "everyone",
    privacy_jobs: "everyone",
    privacy_friends: "everyone",
    privacy_media: "everyone",
    privacy_last_seen: "everyone",
    privacy_messages: "everyone",
    privacy_suggestions: "everyone",
  });
  const views = await kampus.db.selectFrom("profile_views").selectAll().execute();
  expect(views.filter((view) => [view.user_id, view.viewer_id].includes(gone.id))).toEqual([]);
  const days = await kampus.db.selectFrom("profile_view_days").selectAll().execute();
  expect(days.map(({ user_id }) => user_id)).not.toContain(gone.id);
  const seen = await kampus.get("/api/en/profile/statistics", { token: other.token });
  expect(seen.json()).toMatchObject({ data: { profile_views: 1 } });
});
