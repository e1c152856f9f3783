/** Who owns the chat of a class once its owner is suspended or gone (D-CLASS-CHAT, D-SUSPENDED). */
import { describe, expect, it } from "vitest";
import type { Chat } from "#lib/messenger/contract/schema.ts";
import { setRole } from "#server/messenger/groups/ownership.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { type SignedInMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
let institution = 0;

/** The chat of a class, made by the first of its members, and joined by all but the last. */
async function chatOf<Count extends number>(count: Count) {
  institution += 1;
  const members = await signedInMembers(kampus, count);
  await testPast(kampus).allStudied(
    institution,
    members.map((member) => ({ member, years: [2005, 2014] })),
  );
  const url = `/api/en/objects/${institution}/classes/2014/chat`;
  const open = ({ token }: SignedInMember) => dataFrom<Chat>(kampus.post(url, {}, { token }));
  let id = 0;
  for (const member of members.slice(0, -1)) ({ id } = await open(member));
  const roles = (of: SignedInMember[] = members) =>
    Promise.all(
      of.map(async (member) => (await testMessenger(kampus).chat(member, id, "group")).role),
    );
  return { members, id, open, roles };
}

const suspend = (member: SignedInMember, suspended_until: Date | null = null) =>
  kampus.updateMember(member, { suspended_at: new Date(Date.now() - 1000), suspended_until });
const call = async ({ token }: SignedInMember, path: string, body = {}) =>
  (await kampus.post(path, body, { token })).statusCode;
const unsuspend = (member: SignedInMember) => kampus.updateMember(member, { suspended_at: null });

describe("the chat of a class whose owner is suspended", () => {
  it("belongs to the next member of the class who joins, and the former owner comes back as a member", async () => {
    const { members, open, roles } = await chatOf(2);
    const [owner, newcomer] = members;
    await suspend(owner);
    expect((await open(newcomer)).role).toBe("owner");
    await unsuspend(owner);
    expect(await roles()).toEqual(["member", "owner"]);
  });

  it("passes with the next who joins to the oldest admin who is not suspended, so that no newcomer takes it", async () => {
    const { members, id, open, roles } = await chatOf(5);
    const [owner, suspendedAdmin, , admin, newcomer] = members;
    for (const { id: userId } of [suspendedAdmin, admin])
      await setRole(kampus.db, id, userId, "admin");
    await suspend(owner);
    await suspend(suspendedAdmin);
    expect((await open(newcomer)).role).toBe("member");
    await unsuspend(owner);
    await unsuspend(suspendedAdmin);
    expect(await roles()).toEqual(["member", "admin", "member", "owner", "member"]);
  });

  it("passes to the oldest member where there is no admin", async () => {
    const { members, open, roles } = await chatOf(4);
    const [owner, , , newcomer] = members;
    await suspend(owner);
    await open(newcomer);
    await unsuspend(owner);
    expect(await roles()).toEqual(["member", "owner", "member", "member"]);
  });

  it("passes to somebody of the class before an admin who has left it", async () => {
    const { members, id, open, roles } = await chatOf(4);
    const [owner, gone, , newcomer] = members;
    await setRole(kampus.db, id, gone.id, "admin");
    await kampus.db.deleteFrom("educations").where("user_id", "=", gone.id).execute();
    await suspend(owner);
    await open(newcomer);
    await unsuspend(owner);
    expect(await roles()).toEqual(["member", "admin", "owner", "member"]);
  });

  it("stays with its owner when the suspension ends before somebody joins", async () => {
    const { members, open, roles } = await chatOf(3);
    const [owner, mate, newcomer] = members;
    await suspend(owner);
    // The mate is in it already, and joins nothing by opening it.
    expect((await open(mate)).role).toBe("member");
    await suspend(owner, new Date(Date.now() - 500));
    await open(newcomer);
    expect(await roles()).toEqual(["owner", "member", "member"]);
  });
});

describe.each([
  ["leaves", (owner: SignedInMember, id: number) => call(owner, `/messenger/group/leave/${id}`)],
  [
    "deletes their account",
    (owner: SignedInMember) =>
      call(owner, "/api/ru/profile/setting/deletion", { password: owner.password }),
  ],
])("the chat of a class whose owner %s", (_title, go) => {
  it("passes to somebody of the class before an admin who has left it", async () => {
    const { members, id, open, roles } = await chatOf(4);
    const [owner, gone, mate, last] = members;
    await open(last);
    await setRole(kampus.db, id, gone.id, "admin");
    await kampus.db.deleteFrom("educations").where("user_id", "=", gone.id).execute();
    expect(await go(owner, id)).toBe(200);
    expect(await roles([gone, mate, last])).toEqual(["admin", "owner", "member"]);
  });

  it("passes to nobody who is suspended, while another is in it", async () => {
    const { members, id, open, roles } = await chatOf(4);
    const [owner, suspended, mate, last] = members;
    await open(last);
    await setRole(kampus.db, id, suspended.id, "admin");
    await suspend(suspended);
    expect(await go(owner, id)).toBe(200);
    await unsuspend(suspended);
    expect(await roles([suspended, mate, last])).toEqual(["admin", "owner", "member"]);
  });
});
