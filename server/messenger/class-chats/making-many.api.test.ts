import { expect, it } from "vitest";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { dataFrom, isRefusedForNow } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1" });
/** Institutions with the same class: the maker makes its chat in each of the first ones. */
const first = Array.from({ length: 20 }, (_, index) => index + 1);
const [another, last] = [21, 22];

it("a member makes the chats of 20 classes a day, and opens as many others as there are", async () => {
  const [maker, mate] = await signedInMembers(kampus, 2);
  for (const institution of [...first, another, last])
    await testPast(kampus).allStudied(
      institution,
      [maker, mate].map((member) => ({ member, years: [2005, 2014] })),
    );
  const open = (institution: number, { token }: SignedInMember) =>
    kampus.post(`/api/en/objects/${institution}/classes/2014/chat`, {}, { token });
  const roleIn = async (institution: number, member: SignedInMember) =>
    (await dataFrom<Chat>(open(institution, member))).role;
  for (const institution of first) expect(await roleIn(institution, maker)).toBe("owner");

  const refused = await open(another, maker);
  expect(isRefusedForNow(refused)).toBe(true);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(23 * 3_600);
  // Joining counts neither for the mate, who makes two afterwards, nor for the maker, who makes no more.
  for (const institution of first) expect(await roleIn(institution, mate)).toBe("member");
  expect(await roleIn(another, mate)).toBe("owner");
  expect(await roleIn(last, mate)).toBe("owner");
  for (const institution of [...first.slice(0, 3), another, last])
    expect((await open(institution, maker)).statusCode).toBe(200);
});
