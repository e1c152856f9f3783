import { describe, expect, it } from "vitest";
import { lockPair } from "#server/auth/lock-member.ts";
import { faultsIn, faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { nobodysCode, testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const { accept, expectEnded, inClass, listed, made, make, opened, read, withdraw } =
  testInvitations(kampus);

/** On an embedded database no two transactions run at once. */
const onPostgres = process.env.TEST_DATABASE_URL ? it : null;

/** A group with links of its owner, which the function hands from one to another. */
async function handedOver() {
  const [owner, heir] = await signedInMembers(kampus, 2);
  const chat = await testMessenger(kampus).group(owner, "Физика", [heir]);
  const body = { kind: "group", chat_id: chat.id };
  const links = [await made(owner, body), await made(owner, body)];
  const handOver = async (from: { token: string }, { id: user_id }: { id: number }) => {
    const path = `/messenger/group/role/${chat.id}`;
    const answer = await kampus.post(path, { user_id, role: "owner" }, { token: from.token });
    expect(answer.statusCode).toBe(200);
  };
  await handOver(owner, heir);
  expect(await listed(owner)).toEqual([]);
  return { owner, heir, links: links.map(({ id }) => id), handOver };
}

describe("a link", () => {
  it("to Kampus is shown to its inviter alone, and can be withdrawn by them alone", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const link = await made(one);
    expect(link).toMatchObject({
      kind: "kampus",
      uses: 0,
      uses_max: 100,
      object: null,
      chat: null,
    });
    expect(link.code).toMatch(/^[\w-]{22}$/);
    expect(link.url).toBe(`http://kampus.localhost:3000/ru/i/${link.code}`);
    const days = (Date.parse(link.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await listed(one)).toEqual([link]);
    expect(await listed(other)).toEqual([]);
    expect((await withdraw(other, link)).statusCode).toBe(404);
    expect((await withdraw(one, link)).json()).toEqual({ message: "Приглашение отозвано" });
    expect((await withdraw(one, link)).statusCode).toBe(404);
    expect(await listed(one)).toEqual([]);
    await expectEnded(link.code, other);
  });

  it("to a class is made by its own members, with the study group as it was written", async () => {
    const { member, object_id } = await inClass();
    const body = { kind: "class", object_id, class_key: "2014", group: " 11-Б " };
    expect(await made(member, body)).toMatchObject({
      kind: "class",
      object: { id: object_id, name: expect.any(String) as string },
      class_key: "2014",
      group: "11-Б",
    });
    expect(statusAndBody(await make(await oneMember(kampus), body))).toMatchObject([
      403,
      { message: "Приглашать в класс могут только те, кто в нём учился" },
    ]);
    expect((await make(member, { ...body, class_key: "2015" })).statusCode).toBe(403);
    expect((await make(member, { ...body, object_id: 2_147_483_647 })).statusCode).toBe(404);
  });

  it.each([
    [{ kind: "class", class_key: "2014" }, "object_id"],
    [{ kind: "class", object_id: 1 }, "class_key"],
    [{ kind: "class", object_id: 1, class_key: "1200" }, "class_key"],
    [{ kind: "class", object_id: 1, class_key: "2014-1" }, "class_key"],
    [{ kind: "class", object_id: 1, class_key: "2014", group: "я".repeat(33) }, "group"],
    [{ kind: "class", object_id: 1, class_key: "2014", group: "🎓" }, "group"],
    [{ kind: "class", object_id: 0, class_key: "2014" }, "object_id"],
    [{ kind: "group" }, "chat_id"],
    [{ kind: "group", chat_id: "7" }, "chat_id"],
  ])("with a wrong field is refused on it: %j", async (body, field) => {
    const answer = await make(await oneMember(kampus), body);
    expect([answer.statusCode, answer.body]).toEqual([422, expect.any(String)]);
    expect(faultyFields(answer)).toEqual([field]);
  });

  it.each([
    [undefined, "Обязательное поле"],
    ["", "Обязательное поле"],
    ["school", "Недопустимое значение"],
  ])("says whether its kind is missing or unknown: %j", async (kind, message) => {
    const answer = await make(await oneMember(kampus), { kind });
    expect([answer.statusCode, faultsIn(answer)]).toEqual([422, { kind: [message] }]);
  });

  it("to a group is made by its owner alone, and not to the chat of a class", async () => {
    const [owner, friend] = await signedInMembers(kampus, 2);
    const chat = await testMessenger(kampus).group(owner, "Физика", [friend]);
    const body = { kind: "group", chat_id: chat.id };
    expect(await made(owner, body)).toMatchObject({ chat: { id: chat.id, title: "Физика" } });
    expect((await make(friend, body)).statusCode).toBe(403);
    expect((await make(await oneMember(kampus), body)).statusCode).toBe(404);
    const { chat_id } = await kampus.db
      .insertInto("class_chats")
      .values({ chat_id: chat.id, object_id: 1, class_key: "2014", study_group_key: null })
      .returning("chat_id")
      .executeTakeFirstOrThrow();
    expect((await make(owner, { kind: "group", chat_id })).statusCode).toBe(409);
  });

  onPostgres?.(
    "to a group is made also where its owner leaves meanwhile as the last member, and goes with the group",
    async () => {
      const { owner, links } = await handedOver();
      const { id } = await testMessenger(kampus).group(owner, "Химия", [await oneMember(kampus)]);
      const members = kampus.db.deleteFrom("chat_members").where("chat_id", "=", id);
      await members.where("user_id", "<>", owner.id).execute();
      // Making a link ends those to the group that was handed over, so it waits for these.
      const release = await holdOpen(kampus, (trx) =>
        trx.selectFrom("invitations").select("id").where("id", "in", links).forUpdate().execute(),
      );
      const making = make(owner, { kind: "group", chat_id: id });
      await expect.poll(kampus.waitingForLocks).toBe(1);
      const leaving = kampus.post(`/messenger/group/leave/${id}`, undefined, owner);
      const isThere = async () => {
        const chat = kampus.db.selectFrom("chats").select("id").where("id", "=", id);
        return (await chat.executeTakeFirst()) !== undefined;
      };
      // The owner waits for the link, or the group is deleted.
      const isDue = async () => !(await isThere()) || (await kampus.waitingForLocks()) === 2;
      await expect.poll(isDue).toBe(true);
      await release();
      expect([(await making).statusCode, (await leaving).statusCode]).toEqual([201, 200]);
      await expect.poll(isThere).toBe(false);
      expect(await listed(owner)).toEqual([]);
    },
  );

  it("is one of at most twenty, however many are requested at once", async () => {
    const member = await oneMember(kampus);
    const answers = await Promise.all(Array.from({ length: 30 }, () => make(member)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(10).fill(409)]);
    const [first] = await listed(member);
    await kampus.delete(`/api/ru/invitations/${first?.id}`, { token: member.token });
    expect((await make(member)).statusCode).toBe(201);
  });
});

describe("links to a group that its owner has handed over", () => {
  const liveOf = async (member: { token: string }) =>
    (await listed(member)).map(({ id }) => id).toSorted((one, other) => one - other);

  it("are live again once it is handed back", async () => {
    const { owner, heir, links, handOver } = await handedOver();
    await handOver(heir, owner);
    expect(await liveOf(owner)).toEqual(links);
  });

  it("have ended for good once the former owner makes others, so that there are never more than twenty", async () => {
    const { owner, heir, handOver } = await handedOver();
    const others: number[] = [];
    while (others.length < 20) others.push((await made(owner)).id);
    await handOver(heir, owner);
    expect(await liveOf(owner)).toEqual(others);
    expect((await make(owner)).statusCode).toBe(409);
  });

  onPostgres?.(
    "count towards the twenty also where the group is handed over while a link is made, because it may be handed back",
    async () => {
      const { owner, heir, links } = await handedOver();
      const second = await testMessenger(kampus).group(owner, "Химия", [heir]);
      await made(owner, { kind: "group", chat_id: second.id });
      for (let others = 0; others < 19; others++) await made(owner);
      // Making a link ends those to the first group, so one is as it was before.
      const idle = kampus.db.updateTable("invitations").set({ withdrawn_at: null });
      await idle.where("id", "=", links[0] ?? 0).execute();
      const release = await holdOpen(kampus, (trx) =>
        trx.selectFrom("invitations").select("id").where("id", "in", links).forUpdate().execute(),
      );
      const making = make(owner);
      await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
      const body = { user_id: heir.id, role: "owner" };
      const handingOver = kampus.post(`/messenger/group/role/${second.id}`, body, owner);
      expect((await handingOver).statusCode).toBe(200);
      await release();
      expect((await making).statusCode).toBe(409);
    },
  );
});

describe("a reader who opens a link", () => {
  it("sees who invites to what and how many are there, as a visitor with a rounded number", async () => {
    const { member, object_id } = await inClass();
    const mates = await signedInMembers(kampus, 7);
    await testPast(kampus).allStudied(
      object_id,
      mates.map((mate) => ({ member: mate, years: [2004, 2014] })),
    );
    const { code } = await made(member, { kind: "class", object_id, class_key: "2014" });
    const told = await opened(code);
    expect(told).toMatchObject({
      kind: "class",
      inviter: { name: "Алишер Каримов" },
      object: { id: object_id },
      class_key: "2014",
      total: 5,
      is_rounded: true,
      is_own: false,
      is_accepted: false,
      chat_id: null,
    });
    expect(await opened(code, mates[0])).toMatchObject({ total: 8, is_rounded: false });
    const unverified = await oneMember(kampus, { verified: false });
    expect(await opened(code, unverified)).toMatchObject({ total: 5, is_rounded: true });
    expect(await opened(code, member)).toMatchObject({ is_own: true });
    expect((await read(code, { token: "dead" })).statusCode).toBe(200);
  });

  it("is told as a visitor of those alone who show everybody where they studied, and as a member of all", async () => {
    const { member, object_id } = await inClass();
    const mates = await signedInMembers(kampus, 6);
    await testPast(kampus).allStudied(
      object_id,
      mates.map((mate) => ({ member: mate, years: [2004, 2014] })),
    );
    for (const { token } of mates.slice(0, 2))
      await kampus.put("/api/ru/profile/setting/privacy", { educations: "classmates" }, { token });
    const { code } = await made(member, { kind: "class", object_id, class_key: "2014" });
    expect(await opened(code)).toMatchObject({ total: null, is_rounded: true });
    expect(await opened(code, mates[5])).toMatchObject({ total: 7, is_rounded: false });
  });

  it("is told nothing of a code that nobody has, whatever it looks like", async () => {
    for (const code of [
      nobodysCode,
      "a",
      nobodysCode.slice(1),
      `${nobodysCode}A`,
      "%00",
      "x".repeat(300),
    ])
      await expectEnded(code, await oneMember(kampus));
  });

  it.each(["suspended_at", "deleted_at", "verified_at"] as const)(
    "finds it ended while its member's %s says so",
    async (column) => {
      const [one, other] = await signedInMembers(kampus, 2);
      const { code } = await made(one);
      await kampus.updateMember(one, { [column]: column === "verified_at" ? null : new Date() });
      await expectEnded(code, other);
      await expectEnded(code);
    },
  );

  it("finds it ended across a block, either way, while a visitor still finds it", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    const { code } = await made(one);
    await testProfiles(kampus).block(one, other);
    await testProfiles(kampus).block(third, one);
    await expectEnded(code, other);
    await expectEnded(code, third);
    expect((await read(code)).statusCode).toBe(200);
  });

  onPostgres?.("finds it ended where the inviter blocks them while they accept it", async () => {
    const [owner, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    const messenger = testMessenger(kampus);
    const { id } = await messenger.group(owner, "Химия", [third]);
    const { code } = await made(owner, { kind: "group", chat_id: id });
    const release = await holdOpen(kampus, async (trx) => {
      await lockPair(trx, owner.id, other.id);
      const block = { blocker_id: owner.id, blocked_id: other.id };
      await trx.insertInto("blocks").values(block).execute();
    });
    const accepting = accept(code, other);
    try {
      await expect.poll(kampus.waitingForLocks).toBe(1);
    } finally {
      await release();
    }
    expect((await accepting).statusCode).toBe(404);
    expect((await messenger.chat(owner, id, "group")).members_count).toBe(2);
  });

  it("finds it ended after thirty days by the database's clock, and once the inviter has handed the group over", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const link = await made(one);
    await kampus.db
      .updateTable("invitations")
      .set({ expires_at: new Date(Date.now() - 1_000) })
      .where("id", "=", link.id)
      .execute();
    await expectEnded(link.code, other);
    const chat = await testMessenger(kampus).group(one, "Химия", [other]);
    const { code } = await made(one, { kind: "group", chat_id: chat.id });
    const role = { user_id: other.id, role: "owner" };
    await kampus.post(`/messenger/group/role/${chat.id}`, role, { token: one.token });
    await expectEnded(code, await oneMember(kampus));
    expect(await listed(one)).toEqual([]);
  });
});
