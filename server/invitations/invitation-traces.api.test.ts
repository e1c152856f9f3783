import { describe, expect, it } from "vitest";
import { sweepInvitations } from "#server/invitations/repository.ts";
import { forgetInvitations } from "#server/invitations/personal-data.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { nobodysCode, testInvitations } from "#server/testing/test-invitations.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const { accept, expectEnded, made } = testInvitations(kampus);

describe("the inviter and the newcomer", () => {
  const suggested = ({ token }: { token: string }) =>
    dataFrom<{ id: number; status: string; reasons: object[] }[]>(
      kampus.get("/api/ru/users/suggestions", { token }),
    );

  it("are suggested to each other first, and are not friends", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { code } = await made(one);
    await accept(code, other);
    expect(await suggested(other)).toMatchObject([
      { id: one.id, status: "none", reasons: [{ kind: "inviter" }] },
    ]);
    expect(await suggested(one)).toMatchObject([
      { id: other.id, status: "none", reasons: [{ kind: "invited" }] },
    ]);
  });

  it("are not suggested across a block, once dismissed, or where one does not want to be suggested", async () => {
    const one = await oneMember(kampus);
    const { code } = await made(one);
    const [blocked, dismissed, hidden] = await signedInMembers(kampus, 3);
    for (const member of [blocked, dismissed, hidden]) await accept(code, member);
    await testProfiles(kampus).block(one, blocked);
    await kampus.delete(`/api/ru/users/suggestions/${dismissed.id}`, { token: one.token });
    await testProfiles(kampus).hide(hidden, { suggestions: "nobody" });
    expect(await suggested(one)).toEqual([]);
    expect(await suggested(blocked)).toEqual([]);
  });
});

describe("limits", () => {
  const { kampus: limited } = limitedKampus({ RATE_LIMIT_SCALE: "0.04" });

  it("apply to links made, links looked up from an address, and acceptances", async () => {
    const { token } = await oneMember(limited);
    const path = "/api/ru/invitations";
    const make = () => limited.post(path, { kind: "kampus" }, { token });
    expect(statuses(await times(3, make))).toEqual([201, 201, 429]);
    const nobodys = `${path}/by-code/${nobodysCode}`;
    const acceptNobodys = () => limited.post(`${nobodys}/accept`, undefined, { token });
    expect(statuses(await times(3, acceptNobodys))).toEqual([404, 404, 429]);
    const looked = await times(25, () => limited.get(nobodys));
    expect(statuses(looked)).toEqual([...Array<number>(24).fill(404), 429]);
  });
});

describe("the stored data of an invitation", () => {
  it("are deleted with the purge of either side", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    const { code } = await made(one);
    for (const member of [other, third]) await accept(code, member);
    const held = async () =>
      (
        await kampus.db
          .selectFrom("invitation_uses")
          .select("member_id")
          .where("inviter_id", "=", one.id)
          .execute()
      ).map(({ member_id }) => member_id);
    await forgetInvitations(kampus.db, other.id);
    expect(await held()).toEqual([third.id]);
    await forgetInvitations(kampus.db, one.id);
    expect(await held()).toEqual([]);
    await expectEnded(code, third);
  });

  it("are swept ninety days after a link has ended", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const [old, young] = [await made(one), await made(one)];
    for (const { code } of [old, young]) await accept(code, other);
    for (const [{ id }, days] of [
      [old, 91],
      [young, 89],
    ] as const)
      await kampus.db
        .updateTable("invitations")
        .set({ expires_at: new Date(Date.now() - days * 86_400_000) })
        .where("id", "=", id)
        .execute();
    expect(await sweepInvitations(kampus.db)).toBeGreaterThanOrEqual(1);
    const left = await kampus.db
      .selectFrom("invitations")
      .select("id")
      .where("inviter_id", "=", one.id)
      .execute();
    expect(left).toEqual([{ id: young.id }]);
  });

  it("are swept ninety days after a link was withdrawn or used up, however long it would have lived", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const links = [await made(one), await made(one), await made(one)] as const;
    const [withdrawn, usedUp, unended] = links;
    for (const { code } of links) await accept(code, other);
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const set = ({ id }: { id: number }, end: { withdrawn_at?: Date; uses?: number }) =>
      kampus.db
        .updateTable("invitations")
        .set({ expires_at: daysAgo(62), ...end })
        .where("id", "=", id)
        .execute();
    await set(withdrawn, { withdrawn_at: daysAgo(91) });
    await set(usedUp, { uses: 100 });
    await set(unended, {});
    await kampus.db
      .updateTable("invitation_uses")
      .set({ used_at: daysAgo(91) })
      .where("member_id", "=", other.id)
      .execute();
    await sweepInvitations(kampus.db);
    const left = await kampus.db
      .selectFrom("invitations")
      .select("id")
      .where("inviter_id", "=", one.id)
      .execute();
    expect(left).toEqual([{ id: unended.id }]);
  });
});
