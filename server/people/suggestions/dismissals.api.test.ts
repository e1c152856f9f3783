import { beforeEach, describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { downloadArchive, readZip } from "#server/testing/data/read-zip.ts";
import { limitedKampus } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testSuggestions } from "#server/testing/data/test-suggestions.ts";

const kampus = kampusForFile();
const suggestions = testSuggestions(kampus);
const profiles = testProfiles(kampus);
/** An institution of which nobody is a member yet, for each test. */
let institution = 1;
let me: SignedInMember;
let other: SignedInMember;
let friend: SignedInMember;
beforeEach(async () => {
  institution += 1;
  [me, other, friend] = await signedInMembers(kampus, 3);
});

describe("a dismissed suggestion", () => {
  it("is shown again to the member who restores it, and stays hidden from others who dismissed it", async () => {
    await suggestions.classmates(institution, me, other, friend);
    for (const one of [me, friend]) await suggestions.dismiss(one, other.id);
    expect(await suggestions.idsTo(me)).not.toContain(other.id);
    for (let time = 0; time < 2; time += 1) {
      expect(statusAndBody(await suggestions.restore(me, other.id))).toEqual([
        200,
        { message: "This person may be suggested again" },
      ]);
    }
    expect(await suggestions.idsTo(me)).toContain(other.id);
    expect(await suggestions.idsTo(friend)).not.toContain(other.id);
    expect((await suggestions.restore(me, me.id)).statusCode).toBe(422);
  });

  it("is never shown again to the member who dismissed it, and stays with others", async () => {
    await suggestions.classmates(institution, me, other, friend);
    expect(statusAndBody(await suggestions.dismiss(me, other.id))).toEqual([
      200,
      { message: "This person will not be suggested again" },
    ]);
    expect(await suggestions.idsTo(me)).toEqual([friend.id]);
    expect((await suggestions.idsTo(friend)).sort()).toEqual([me.id, other.id].sort());
    expect(await suggestions.idsTo(other)).toContain(me.id);
    await suggestions.introduce(me, friend, other);
    expect(await suggestions.idsTo(me)).toEqual([]);
  });

  it("is stored as dismissed once, however many requests come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => suggestions.dismiss(me, other.id)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const rows = await kampus.db
      .selectFrom("dismissed_suggestions")
      .select("dismissed_id")
      .where("user_id", "=", me.id)
      .execute();
    expect(rows).toEqual([{ dismissed_id: other.id }]);
  });

  it("cannot be of the member themselves", async () => {
    expect(statusAndBody(await suggestions.dismiss(me, me.id))).toMatchObject([
      422,
      { code: "invalid", errors: { id: ["This value is not allowed"] } },
    ]);
  });

  it("cannot be of a person whom the member cannot meet: the answer is 404", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    await profiles.block(friend, me);
    await kampus.updateMember(other, { deleted_at: new Date() });
    for (const id of [unverified.id, friend.id, other.id, 2_147_483_647, 0, "1e3", "me"])
      expect((await suggestions.dismiss(me, id)).json()).toEqual({
        message: "Nothing was found",
        code: "not_found",
      });
  });
});

describe("dismissals without end", () => {
  const limited = limitedKampus({ RATE_LIMIT_SCALE: "0.005" });

  it("are refused for a while past the limit of an hour, which is 3 in this test", async () => {
    const { dismiss } = testSuggestions(limited.kampus);
    const [one, another, third] = await signedInMembers(limited.kampus, 3);
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await dismiss(one, another.id));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers.at(-1)?.headers["retry-after"]).toMatch(/^\d+$/);
    expect((await dismiss(third, another.id)).statusCode).toBe(200);
  });
});

it("the archive of a member contains the suggestions that they dismissed, not who dismissed theirs", async () => {
  await suggestions.dismiss(me, other.id);
  for (const [member, held] of [
    [me, [{ id: other.id, created_at: expect.any(String) as string }]],
    [other, []],
  ] as const) {
    const files = readZip(await downloadArchive(kampus, member));
    const file = files.get("dismissed-suggestions.json");
    expect(JSON.parse(file ?? "null")).toEqual(held);
  }
});

it("no dismissal by or of a purged member is left", async () => {
  for (const [one, another] of [
    [me, other],
    [other, me],
  ] as const)
    expect((await suggestions.dismiss(one, another.id)).statusCode).toBe(200);
  await kampus.purge(me);
  const rows = await kampus.db
    .selectFrom("dismissed_suggestions")
    .selectAll()
    .where((eb) => eb.or([eb("user_id", "=", me.id), eb("dismissed_id", "=", me.id)]))
    .execute();
  expect(rows).toEqual([]);
});
