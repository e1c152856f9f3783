/** What a report may be about beside a member: events, group chats, invitations and institutions (D-REPORTS). */
import { describe, expect, it } from "vitest";
import { exportReports } from "#server/reports/repository.ts";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

const report = ({ token }: SignedInMember, body: object) =>
  kampus.post("/api/en/reports", body, { token });
const operator = (...words: string[]) => testOperator(kampus)(...words);
const printed = () => operator("reports", "--state", "open");
const namedBy = ({ id }: { id: number }) =>
  kampus.db
    .selectFrom("reports")
    .select(["subject", "reported_id", "inviter_id", "event_id", "chat_id", "invitation_id"])
    .select(["object_id", "reason"])
    .where("reporter_id", "=", id)
    .orderBy("id")
    .execute();
const nothing = {
  inviter_id: null,
  event_id: null,
  chat_id: null,
  invitation_id: null,
  object_id: null,
};

const formerOwner = ({ id, fullname }: SignedInMember) =>
  `former   ${id} ${fullname}, owner at the first report`;

const { made } = testInvitations(kampus);
const invitationOf = ({ token }: SignedInMember) => made({ token }, { kind: "kampus" });

describe("what a report may be about", () => {
  it("an event of a class: its author is the reported member, and nobody reports their own", async () => {
    const school = await testClass(kampus, 2);
    const [one, other] = school.members;
    const event = await school.made(other, { title: "Реклама" });
    expect((await report(one, { event_id: event.id, reason: "spam" })).statusCode).toBe(201);
    const named = { subject: "event", reported_id: other.id, event_id: event.id };
    expect(await namedBy(one)).toEqual([{ ...nothing, ...named, reason: "spam" }]);
    const own = await report(other, { event_id: event.id, reason: "spam" });
    expect([own.statusCode, faultyFields(own)]).toEqual([422, ["event_id"]]);
    const stranger = await oneMember(kampus);
    await expectNotThere(stranger, { event_id: event.id });
    await testProfiles(kampus).block(other, one);
    await expectNotThere(one, { event_id: event.id });
  });

  it("a group chat, such as that of a class, by whoever is in it: again is the same report in other words", async () => {
    const school = await testClass(kampus, 2);
    const [one, other] = school.members;
    const id = await school.chat(other);
    await expectNotThere(one, { chat_id: id });
    const { objectId, key } = school.place;
    await kampus.post(
      `/api/en/objects/${objectId}/classes/${key}/chat/join`,
      {},
      { token: one.token },
    );
    for (const reason of ["spam", "abuse"])
      expect((await report(one, { chat_id: id, reason })).statusCode).toBe(201);
    expect(await namedBy(one)).toEqual([
      { ...nothing, subject: "chat", reported_id: null, chat_id: id, reason: "abuse" },
    ]);
    const messenger = testMessenger(kampus);
    const conversation = await messenger.open(one, other);
    await expectNotThere(one, { chat_id: conversation.id });
  });

  it("a live invitation, by its code: the report is about its inviter, and reporting it again replaces the first report", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { id, code } = await invitationOf(other);
    const body = { invitation_code: code, reason: "spam" };
    for (const reason of ["abuse", "spam"])
      expect((await report(one, { ...body, reason })).statusCode).toBe(201);
    const named = { subject: "invitation", reported_id: null, invitation_id: id };
    const by = { ...nothing, ...named, inviter_id: other.id, reason: "spam" };
    expect(await namedBy(one)).toEqual([by]);
    expect((await report(other, body)).statusCode).toBe(422);
    for (const wrong of ["", "short", `${code}x`, "A".repeat(22), "\u202e".repeat(22)])
      await expectNotThere(one, { invitation_code: wrong });
    await testProfiles(kampus).block(other, one);
    await expectNotThere(one, { invitation_code: code });
  });

  it("an institution, and each is a report of its own beside that of a member", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    for (const body of [{ object_id: 1 }, { object_id: 2 }, { user_id: other.id }])
      expect((await report(one, { ...body, reason: "fake" })).statusCode).toBe(201);
    expect(await namedBy(one)).toMatchObject([
      { subject: "institution", reported_id: null, object_id: 1 },
      { subject: "institution", reported_id: null, object_id: 2 },
      { subject: "member", reported_id: other.id, object_id: null },
    ]);
    await expectNotThere(one, { object_id: 2_147_483_647 });
  });

  it("is read and settled by the operator, and said to be deleted once the thing is gone", async () => {
    const school = await testClass(kampus, 2);
    const [one, other] = school.members;
    const chat = await school.chat(one);
    await report(one, { chat_id: chat, reason: "abuse" });
    await report(one, { object_id: school.place.objectId, reason: "fake" });
    const invitation = await invitationOf(other);
    await report(one, { invitation_code: invitation.code, reason: "spam" });
    const lines = (await printed()).filter((line) => line.includes(` ${one.id} `));
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(` chat +${chat} \\S.* 1 +abuse`)),
      expect.stringMatching(new RegExp(` institution +${school.place.objectId} \\S.* \\d+ +fake`)),
      expect.stringMatching(new RegExp(` invitation +${other.id} \\S.* 1 +spam`)),
    ]);
    const [ofChat = "", , ofInvitation = ""] = lines.map((line) => line.split(" ")[0]);
    expect(await operator("reports", "show", ofInvitation)).toContain(
      `link     ${invitation.id} kampus uses: 0`,
    );
    expect(await operator("reports", "show", ofChat)).toContain(
      `owner    ${one.id} ${one.fullname}`,
    );
    await kampus.db.deleteFrom("chats").where("id", "=", chat).execute();
    const gone = await operator("reports", "show", ofChat);
    expect(gone).toContain("about    chat deleted");
    expect(gone.filter((line) => line.startsWith("owner"))).toEqual([]);
    expect(gone).toContain(formerOwner(one));
    expect(await operator("reports", "settle", ofChat, "--outcome", "warned")).toEqual([
      `✓ Settled ${ofChat}: warned`,
    ]);
  });

  it("of a group says who owned it at the first report, once it is handed over, until that account is purged", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    const group = await testMessenger(kampus).group(other, "Смеёмся", [one, third]);
    await report(one, { chat_id: group.id, reason: "abuse" });
    const [line = ""] = (await printed()).filter((written) => written.includes(` ${one.id} `));
    const shown = () => operator("reports", "show", line.split(" ")[0] ?? "");
    expect(await shown()).toContain(`owner    ${other.id} ${other.fullname}`);
    expect((await shown()).join("\n")).not.toContain("former");
    const handed = { user_id: one.id, role: "owner" };
    await kampus.post(`/messenger/group/role/${group.id}`, handed, { token: other.token });
    await report(one, { chat_id: group.id, reason: "spam" });
    expect(await shown()).toContain(`owner    ${one.id} ${one.fullname}`);
    expect(await shown()).toContain(formerOwner(other));
    await kampus.purge(other);
    expect((await shown()).join("\n")).not.toContain("former");
  });

  it("keeps an event and its words, though its author writes it anew and is reported themselves before the operator reads it", async () => {
    const school = await testClass(kampus, 2);
    const [one, other] = school.members;
    const event = await school.made(other, {
      title: "Реклама",
      text: "Купите",
      place: "Под мостом",
    });
    await report(one, { event_id: event.id, reason: "spam" });
    await kampus.put(
      `/api/en/events/${event.id}`,
      gathering({ title: "Встреча", place: "В школе" }),
      other,
    );
    await report(one, { event_id: event.id, reason: "spam", text: "Теперь всё стёрто" });
    await report(one, { user_id: other.id, reason: "abuse", text: "И пишет мне" });
    const about = { subject: "event", reported_id: other.id, event_id: event.id };
    expect(await namedBy(one)).toEqual([{ ...nothing, ...about, reason: "abuse" }]);
    const [line = ""] = (await printed()).filter((written) => written.includes(` ${one.id} `));
    const shown = await operator("reports", "show", line.split(" ")[0] ?? "");
    expect(shown).toContain("said     Реклама: Купите: Под мостом");
    expect(shown).toContain(`event    ${event.id} Встреча: В школе`);
    expect(shown).toContain("text     И пишет мне");
  });

  it("follows an institution that is merged into another, and is one of each reporter still", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const [from, into] = [31, 32];
    for (const [reporter, object_id] of [
      [one, from],
      [one, into],
      [other, from],
    ] as const)
      await report(reporter, { object_id, reason: "fake" });
    await operator("institutions", "merge", String(from), String(into));
    const about = async (reporter: SignedInMember) =>
      (await namedBy(reporter)).map(({ object_id }) => object_id);
    expect([await about(one), await about(other)]).toEqual([[null, into], [into]]);
  });

  async function expectNotThere(reporter: SignedInMember, thing: object) {
    const before = await namedBy(reporter);
    const answer = await report(reporter, { ...thing, reason: "other" });
    expect(statusAndBody(answer)).toMatchObject([404, { code: "not_found" }]);
    expect(await namedBy(reporter)).toEqual(before);
  }
});

describe("the archive of a member", () => {
  const archived = async ({ id }: SignedInMember) => {
    let text = "";
    for await (const { content } of exportReports(kampus.db)({ id, locale: "ru" }))
      for await (const piece of content ?? []) text += String(piece);
    return JSON.parse(text) as unknown[];
  };

  it("says whom they reported, but not who invites by a link that they reported", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    await report(one, { user_id: other.id, reason: "abuse" });
    const { id, code } = await invitationOf(third);
    await report(one, { invitation_code: code, reason: "spam" });
    expect(await archived(one)).toMatchObject([
      { subject: "member", reported_id: other.id },
      { subject: "invitation", reported_id: null, invitation_id: id },
    ]);
    expect(JSON.stringify(await archived(one))).not.toContain("inviter_id");
  });

  it("does not tell by the report of a member, which stays as it was, that the same member invites by a reported link", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const links = [await invitationOf(other), await invitationOf(other)];
    await report(one, { user_id: other.id, reason: "abuse" });
    const before = await archived(one);
    for (const { code } of links) await report(one, { invitation_code: code, reason: "spam" });
    const ofLinks = links.map(({ id }) => ({ reported_id: null, invitation_id: id }));
    expect(await archived(one)).toMatchObject([...before, ...ofLinks]);
    const lines = (await printed()).filter((line) => line.includes(` ${one.id} `));
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(` member +${other.id} \\S.* 3 +abuse`)),
      expect.stringMatching(new RegExp(` invitation +${other.id} \\S.* 3 +spam`)),
      expect.stringMatching(new RegExp(` invitation +${other.id} \\S.* 3 +spam`)),
    ]);
  });
});
