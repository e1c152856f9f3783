import { expect, it } from "vitest";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { dataFrom, isRefusedForNow } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1" });
const institution = 1;

it("a member who writes in the chat of a class and leaves joins it ten times a day, by either call", async () => {
  const members = await signedInMembers(kampus, 3);
  const [owner, spammer, mate] = members;
  await testPast(kampus).allStudied(
    institution,
    members.map((member) => ({ member, years: [2005, 2014] })),
  );
  const url = `/api/en/objects/${institution}/classes/2014/chat`;
  const enter = ({ token }: SignedInMember, call = "/join") =>
    kampus.post(`${url}${call}`, {}, { token });
  const { id } = await dataFrom<Chat>(enter(owner, ""));
  for (let joined = 0; joined < 10; joined += 1) {
    expect((await enter(spammer)).statusCode).toBe(200);
    // Who is in the chat opens it as often as they like.
    for (const call of ["", "/join"]) expect((await enter(spammer, call)).statusCode).toBe(200);
    await testMessenger(kampus).say(spammer, id, "Реклама", "group");
    await kampus.post(`/messenger/group/leave/${id}`, {}, { token: spammer.token });
  }
  for (const call of ["", "/join"]) {
    expect(isRefusedForNow(await enter(spammer, call))).toBe(true);
  }
  expect((await enter(mate)).statusCode).toBe(200);
});
