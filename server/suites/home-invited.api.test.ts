import { expect, it } from "vitest";
import type { Home } from "#lib/home/schema.ts";
import {
  insertMembers,
  type SignedInMember,
  twoMembers,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const suggestedTo = async ({ token }: SignedInMember) =>
  (await kampus.get("/api/ru/home", { token })).json<{ data: Home }>().data.suggestions;

it("who came by an invitation and who sent it are the first suggestion to each other at home, unless a block stands between them", async () => {
  const [inviter, newcomer] = await twoMembers(kampus);
  const classmates = await insertMembers(kampus, [{}, {}, {}]);
  await testPast(kampus).allStudied(
    1,
    [inviter, ...classmates].map((member) => ({ member, years: [2004, 2014] })),
  );
  const invitations = testInvitations(kampus);
  const { code } = await invitations.made(inviter);
  await invitations.accept(code, newcomer);
  const suggested = await suggestedTo(inviter);
  expect(suggested).toHaveLength(3);
  expect(suggested[0]).toMatchObject({ id: newcomer.id, reasons: [{ kind: "invited" }] });
  expect(await suggestedTo(newcomer)).toMatchObject([
    { id: inviter.id, reasons: [{ kind: "inviter" }] },
  ]);
  await testProfiles(kampus).block(newcomer, inviter);
  expect((await suggestedTo(inviter)).map(({ id }) => id)).not.toContain(newcomer.id);
  expect(await suggestedTo(newcomer)).toEqual([]);
});
