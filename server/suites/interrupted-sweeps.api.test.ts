/** What a node that closes leaves to the others: whatever goes in portions begins no further one. */
import { type KyselyPlugin, sql } from "kysely";
import { expect, it } from "vitest";
import { purgeAccounts } from "#server/account/purge.ts";
import { forgetMember, forgetPortion } from "#server/compose/personal-data.ts";
import { createLog } from "#server/infra/log.ts";
import { countInstitutions } from "#server/institutions/member-counts.ts";
import { releaseForgotten } from "#server/media/release.ts";
import { deleteEmptyChats } from "#server/messenger/chats/empty-chats.ts";
import { sweepViews } from "#server/profile/views.ts";
import { removeUnclaimed } from "#server/storage/sweep.ts";
import { newStorageKey, releaseFiles } from "#server/storage/unclaimed-files.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { studies, testEntries } from "#server/testing/data/educations-and-jobs.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testMedia } from "#server/testing/data/test-media.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const closing = AbortSignal.abort();

it("a purge takes no further account", async () => {
  const { id } = await oneMember(kampus);
  await kampus.updateMember({ id }, { deleted_at: sql<Date>`now() - interval '31 days'` });
  const options = { db: kampus.db, forget: forgetMember, forgetPortion };
  expect(await purgeAccounts(options, createLog("silent"), closing)).toBe(0);
  expect((await kampus.rowOf({ id })).purged_at).toBeNull();
});

it("a sweep removes no further file from the store", async () => {
  await releaseFiles(kampus.db, [newStorageKey("media")]);
  expect(await removeUnclaimed(kampus.db, kampus.storage, closing)).toBe(0);
  expect(await removeUnclaimed(kampus.db, kampus.storage)).toBe(1);
});

it("a sweep releases no further media", async () => {
  const { id } = await testMedia(kampus).attachment(await oneMember(kampus));
  await sql`UPDATE media SET created_at = now() - interval '2 days' WHERE id = ${id}`.execute(
    kampus.db,
  );
  expect(await releaseForgotten(kampus.db, closing)).toBe(0);
  expect(await releaseForgotten(kampus.db)).toBe(1);
});

it("a sweep deletes no further chat", async () => {
  const [owner, one] = await signedInMembers(kampus, 2);
  await testProfiles(kampus).befriend(owner, one);
  const { id } = await testMessenger(kampus).group(owner, "Физика", [one]);
  await kampus.db.deleteFrom("chat_members").where("chat_id", "=", id).execute();
  const freeMedia = () => Promise.resolve();
  expect(await deleteEmptyChats(kampus.db, freeMedia, closing)).toBe(0);
  expect(await deleteEmptyChats(kampus.db, freeMedia)).toBe(1);
});

it("a sweep deletes no further views of profiles, and adds up no further days", async () => {
  const [one, viewer] = await signedInMembers(kampus, 2);
  const daysAgo = (days: number) => sql<Date>`(now() AT TIME ZONE 'utc')::date - ${days}::int`;
  const viewed = { user_id: one.id, viewer_id: viewer.id };
  await kampus.db
    .insertInto("profile_views")
    .values({ ...viewed, viewed_on: daysAgo(2) })
    .execute();
  await kampus.db
    .insertInto("profile_view_days")
    .values([40, 41].map((days) => ({ user_id: one.id, day: daysAgo(days), views: 1 })))
    .execute();
  expect(await sweepViews(kampus.db, closing)).toBe(0);
  const closesMeanwhile = new AbortController();
  const closeAfterStatement: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      closesMeanwhile.abort();
      return Promise.resolve(result);
    },
  };
  const db = kampus.db.withPlugin(closeAfterStatement);
  expect(await sweepViews(db, closesMeanwhile.signal)).toBe(1);
  const days = kampus.db
    .selectFrom("profile_view_days")
    .select("views")
    .where("user_id", "=", one.id);
  expect(await days.execute()).toEqual([{ views: 1 }, { views: 1 }]);
});

it("a count of members that was not finished is shown nowhere", async () => {
  const member = await oneMember(kampus);
  await testEntries(kampus, "educations", studies).add(member);
  const counts = () => kampus.db.selectFrom("institution_counts").select("members").execute();
  await kampus.db.deleteFrom("institution_counts").execute();
  await countInstitutions(kampus.db, { signal: closing });
  expect(await counts()).toEqual([]);
  await countInstitutions(kampus.db);
  expect(await counts()).not.toEqual([]);
});
