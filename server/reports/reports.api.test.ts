import { describe, expect, it } from "vitest";
import { forgetReports } from "#server/reports/repository.ts";
import { faultsIn, faultyFields, isRefusedForNow, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { limitedKampus } from "#server/testing/limited-kampus.ts";
import { testInvitations } from "#server/testing/test-invitations.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();

const report = ({ token }: SignedInMember, body: object, at = kampus) =>
  at.post("/api/en/reports", body, { token });
const rowsBy = ({ id }: { id: number }) =>
  kampus.db
    .selectFrom("reports")
    .select(["reported_id", "reason", "text", "closed_at"])
    .where("reporter_id", "=", id)
    .orderBy("id")
    .execute();
const operator = (...words: string[]) => testOperator(kampus)(...words);
const printed = (state = "open") => operator("reports", "--state", state);
const lineAbout = async ({ id }: { id: number }, state?: string) =>
  (await printed(state)).find((line) => line.includes(` ${id} `));

describe("a report", () => {
  const limited = limitedKampus();

  it("reaches the operator, and reporting again replaces its text", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const first = await report(one, { user_id: other.id, reason: "spam", text: "  Реклама  " });
    expect(statusAndBody(first)).toEqual([201, { message: "Report sent" }]);
    const again = await report(one, { user_id: other.id, reason: "abuse", text: " " });
    expect(again.statusCode).toBe(201);
    expect(await rowsBy(one)).toEqual([
      { reported_id: other.id, reason: "abuse", text: null, closed_at: null },
    ]);
  });

  it("is stored once when it is sent 30 times at once", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        report(one, { user_id: other.id, reason: "other", text: `Раз ${index}` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
    expect(await rowsBy(one)).toHaveLength(1);
  });

  it("may be about a member across a block, but not about the reporter; one about nobody gets the same answer and is not stored", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await testProfiles(kampus).block(other, one);
    expect((await report(one, { user_id: other.id, reason: "abuse" })).statusCode).toBe(201);
    expect(statusAndBody(await report(one, { user_id: one.id, reason: "spam" }))).toMatchObject([
      422,
      { errors: { user_id: ["This value is not allowed"] } },
    ]);
    const unverified = await oneMember(kampus, { verified: false });
    for (const user_id of [2_147_483_647, unverified.id]) {
      const answer = await report(one, { user_id, reason: "spam" });
      expect(statusAndBody(answer)).toEqual([201, { message: "Report sent" }]);
    }
    expect((await rowsBy(one)).map(({ reported_id }) => reported_id)).toEqual([other.id]);
  });

  it("reaches the operator also about a member who has just closed their account, until that is purged", async () => {
    const school = await testClass(kampus, 3);
    const [one, other, third] = school.members;
    const event = await school.made(other, { title: "Угроза" });
    const path = "/api/en/profile/setting/deletion";
    await kampus.post(path, { password: other.password }, { token: other.token });
    await report(one, { event_id: event.id, reason: "abuse" });
    await report(third, { user_id: other.id, reason: "abuse" });
    for (const reporter of [one, third])
      expect(await rowsBy(reporter)).toMatchObject([{ reported_id: other.id }]);
    await kampus.updateMember(other, { purged_at: new Date() });
    const late = await oneMember(kampus);
    expect((await report(late, { user_id: other.id, reason: "abuse" })).statusCode).toBe(201);
    expect(await rowsBy(late)).toEqual([]);
  });

  it.each([
    [{ reason: "spam" }, "user_id"],
    [{ user_id: 1, object_id: 1, reason: "spam" }, "user_id"],
    [{ chat_id: 1, invitation_code: "x", reason: "spam" }, "user_id"],
    [{ chat_id: "one", reason: "spam" }, "chat_id"],
    [{ invitation_code: 7, reason: "spam" }, "invitation_code"],
    [{ user_id: 1, reason: "envy" }, "reason"],
    [{ user_id: 1, reason: "spam", text: "я".repeat(1001) }, "text"],
    [{ user_id: 1, reason: "spam", text: "a\0b" }, "text"],
  ])("with a wrong field is refused on it: %j", async (body, field) => {
    const answer = await report(await oneMember(kampus), body);
    expect(answer.statusCode).toBe(422);
    expect(faultyFields(answer)).toEqual([field]);
  });

  it.each([
    [undefined, "This field is required"],
    ["", "This field is required"],
    ["rude", "This value is not allowed"],
  ])("says whether its reason is missing or unknown: %j", async (reason, message) => {
    const answer = await report(await oneMember(kampus), { user_id: 1, reason });
    expect([answer.statusCode, faultsIn(answer)]).toEqual([422, { reason: [message] }]);
  });

  it("can be sent ten times in an hour", async () => {
    const at = limited.kampus;
    const [one, other] = await signedInMembers(at, 2);
    const body = { user_id: other.id, reason: "spam" };
    for (let sent = 0; sent < 10; sent += 1)
      expect((await report(one, body, at)).statusCode).toBe(201);
    expect(isRefusedForNow(await report(one, body, at))).toBe(true);
  });
});

it("a report may name an event of the reported member that the reporter sees; any other is left out of it", async () => {
  const school = await testClass(kampus, 3);
  const [one, other, third] = school.members;
  const event = await school.made(other, { title: "Реклама", text: "Купите диплом" });
  const stranger = await oneMember(kampus);
  const eventIn = (id: number) =>
    kampus.db
      .selectFrom("reports")
      .select(["reporter_id", "reported_id", "event_id"])
      .where("reporter_id", "=", id)
      .execute();
  for (const [reporter, about, named] of [
    [one, other, event.id],
    [third, one, null],
    [stranger, other, null],
  ] as const) {
    const body = { user_id: about.id, event_id: event.id, reason: "spam" };
    expect((await report(reporter, body)).statusCode).toBe(201);
    expect(await eventIn(reporter.id)).toEqual([
      { reporter_id: reporter.id, reported_id: about.id, event_id: named },
    ]);
  }
  const lines = await operator("reports", "--state", "open");
  const id = lines.find((line) => line.includes(` ${one.id} `))?.split(" ")[0] ?? "";
  expect(await operator("reports", "show", id)).toContain(
    `event    ${event.id} Реклама: Купите диплом`,
  );
});

describe("the operator", () => {
  it("reads open reports, newest last, with how many there are about each", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    await report(one, { user_id: third.id, reason: "spam", text: "Первая" });
    await report(other, { user_id: third.id, reason: "fake", text: "Вторая" });
    const [head, ...lines] = await printed();
    expect(head).toMatch(/^id +time \(UTC\) +from +what +about +open +reason +outcome +text$/);
    const about = lines.filter((line) => line.includes(` ${third.id} `));
    expect(about).toHaveLength(2);
    expect(about[0]).toMatch(
      new RegExp(
        `^\\d+ +\\S+ \\S+ +${one.id} Саидов .* member +${third.id} Саидов .* 2 +spam +Первая$`,
      ),
    );
    expect(about[1]).toMatch(/ 2 +fake +Вторая$/);
  });

  it("settles them with an outcome, learns of unknown ones, and finds settled ones by their state", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    await report(one, { user_id: other.id, reason: "spam" });
    const id = (await lineAbout(other))?.split(" ")[0] ?? "";
    const settle = (...ids: string[]) =>
      operator("reports", "settle", ...ids, "--outcome", "unfounded");
    await expect(settle(id, "2147483647")).rejects.toThrow("there is no open report 2147483647");
    expect(await lineAbout(other)).toBeDefined();
    expect(await settle(id)).toEqual([`✓ Settled ${id}: unfounded`]);
    await expect(settle(id)).rejects.toThrow(`there is no open report ${id}`);
    expect(await lineAbout(other)).toBeUndefined();
    for (const state of ["settled", "all"])
      expect(await lineAbout(other, state)).toMatch(/ 0 +spam +unfounded$/);
    // A settled report is closed, so a new one is another one.
    await report(one, { user_id: other.id, reason: "abuse" });
    expect(await rowsBy(one)).toHaveLength(2);
  });

  it("reads one whole, and all of them in pages", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const third = await oneMember(kampus);
    const text = "Длинный рассказ ".repeat(20).trim();
    await report(one, { user_id: third.id, reason: "spam", text });
    await report(other, { user_id: third.id, reason: "spam" });
    const id = (await lineAbout(third))?.split(" ")[0] ?? "";
    expect((await operator("reports", "show", id)).join("\n")).toContain(`text     ${text}`);
    await expect(operator("reports", "show", "2147483647")).rejects.toThrow("there is no report");
    const page = await operator("reports", "--after", String(Number(id) - 1), "--limit", "1");
    expect(page).toEqual([
      expect.stringMatching(/^id /),
      expect.stringMatching(new RegExp(`^${id} `)),
      `… newer ones: --after ${id}`,
    ]);
    const json = await operator("reports", "--after", String(Number(id) - 1), "--json");
    expect(JSON.parse(json.join("\n"))).toMatchObject([{ id: Number(id), text }, {}]);
  });

  it("is shown no text that controls a terminal, whatever members write", async () => {
    const one = await oneMember(kampus);
    const other = await oneMember(kampus, { surname: "\u001b[31mКрасный\u202e" });
    const text = "Строка\r\nещё\u001b]0;title\u0007\u009b2J\u2028конец\u202eтхет\u200b";
    await report(one, { user_id: other.id, reason: "other", text });
    const line = (await lineAbout(other)) ?? "";
    expect(line).toMatch(/\[31mКрасный .*Строка ещё \]0;title 2J конецтхет$/);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
});

it("a purged member has reported nobody, and nobody has reported them", async () => {
  const [one, other] = await signedInMembers(kampus, 2);
  await report(one, { user_id: other.id, reason: "spam" });
  await report(other, { user_id: one.id, reason: "spam" });
  await forgetReports(kampus.db, one.id);
  expect([await rowsBy(one), await rowsBy(other)]).toEqual([[], []]);
});

it("a member whom a build before purges has made no invitation that anybody reported", async () => {
  const [one, other] = await signedInMembers(kampus, 2);
  const { code } = await testInvitations(kampus).made(other);
  await report(one, { invitation_code: code, reason: "spam" });
  expect(await rowsBy(one)).toHaveLength(1);
  await kampus.updateMember(other, { deleted_at: new Date(), purged_at: new Date() });
  expect(await rowsBy(one)).toEqual([]);
});
