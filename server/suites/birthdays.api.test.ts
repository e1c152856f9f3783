import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { Account } from "#lib/account/schema.ts";
import type { BirthdayAudience } from "#lib/members/birthday-schema.ts";
import type { Privacy } from "#lib/privacy/schema.ts";
import type { MemberProfile } from "#lib/profile/schema.ts";
import { createPersons } from "#server/auth/person.ts";
import { askTogether } from "#server/db/answer-part.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import {
  birthdaysFrom,
  comingBirthdays,
  friendsAndClassmates,
} from "#server/birthdays/coming-birthdays.ts";
import { forgetPrivacy } from "#server/privacy/settings.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { rowsRead } from "#server/testing/data/rows-read.ts";
import { type PeriodYears, testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const settings = "/api/en/profile/setting";
let one: SignedInMember;
let reader: SignedInMember;
let institution = 20;
beforeEach(async () => {
  one = await oneMember(kampus);
  reader = await oneMember(kampus);
  institution += 1;
});

const save = ({ token }: SignedInMember, birthday?: unknown) =>
  kampus.put(
    `${settings}/account`,
    {
      surname: "Саидов",
      name: "Тимур",
      patronymic: "Азизович",
      locale: "ru",
      ...(birthday !== undefined && { birthday }),
    },
    { token },
  );
const accountOf = ({ token }: SignedInMember) =>
  dataFrom<Account>(kampus.get(`${settings}/account`, { token }));
const audienceOf = async ({ token }: SignedInMember) =>
  (await dataFrom<Privacy>(kampus.get(`${settings}/privacy`, { token }))).birthday;
const show = ({ token }: SignedInMember, birthday: unknown) =>
  kampus.put(`${settings}/privacy`, { birthday }, { token });
const seenBy = async ({ token }: SignedInMember) =>
  (await dataFrom<MemberProfile>(kampus.get(`/api/en/user/${one.id}`, { token }))).birthday;
const befriend = () => testProfiles(kampus).befriend(one, reader);
const studyTogether = () =>
  testPast(kampus).allStudied(
    institution,
    [one, reader].map((member) => ({ member, years: [2005, 2014] })),
  );
const fileUrl = fileUrlsOn(undefined, createAddressSigning(""));
const coming = async (now: string, timeZone: string | null = null) => {
  const persons = createPersons(kampus.db, fileUrl);
  const asked = { id: reader.id, timeZone };
  const [found] = await askTogether(kampus.db, [
    comingBirthdays(kampus.db, persons, asked, { now: new Date(now) }),
  ]);
  return found;
};

describe("a birthday", () => {
  it("is a day and a month in the account, kept by a form that omits it, and removed on request", async () => {
    expect((await accountOf(one)).birthday).toBeNull();
    expect(statusAndBody(await save(one, { day: 29, month: 2 }))).toMatchObject([
      200,
      { data: { birthday: { day: 29, month: 2 } } },
    ]);
    await save(one);
    expect((await accountOf(one)).birthday).toEqual({ day: 29, month: 2 });
    await save(one, null);
    expect((await accountOf(one)).birthday).toBeNull();
  });

  it.each([
    { day: 31, month: 4 },
    { day: 30, month: 2 },
    { day: 0, month: 1 },
    { day: 32, month: 1 },
    { day: 1, month: 13 },
    { day: 1.5, month: 1 },
    { day: "1", month: 1 },
    { day: 1 },
    { month: 1 },
    "1.1",
  ])("is refused where there is no such day: %j", async (birthday) => {
    expect(statusAndBody(await save(one, birthday))).toMatchObject([
      422,
      { errors: { birthday: [expect.any(String)] } },
    ]);
    expect((await accountOf(one)).birthday).toBeNull();
  });

  it("has no year, even when one is sent", async () => {
    await save(one, { day: 1, month: 5, year: 1997 });
    expect((await accountOf(one)).birthday).toEqual({ day: 1, month: 5 });
  });

  it("is hidden until it is entered, then shown to friends, unless its member has chosen", async () => {
    expect(await audienceOf(one)).toBe("nobody");
    await save(one, { day: 1, month: 5 });
    expect(await audienceOf(one)).toBe("friends");
    await save(one, null);
    expect((await show(one, "classmates")).json()).toMatchObject({
      data: { birthday: "classmates" },
    });
    await save(one, { day: 1, month: 5 });
    expect(await audienceOf(one)).toBe("classmates");
    for (const wrong of ["everyone", "", 1]) expect((await show(one, wrong)).statusCode).toBe(422);
  });

  it.each<[BirthdayAudience, { stranger: boolean; classmate: boolean; friend: boolean }]>([
    ["nobody", { stranger: false, classmate: false, friend: false }],
    ["friends", { stranger: false, classmate: false, friend: true }],
    ["classmates", { stranger: false, classmate: true, friend: true }],
  ])("for %s is seen on the profile and at home by those alone", async (audience, meant) => {
    const birthday = { day: 1, month: 5 };
    await save(one, birthday);
    await show(one, audience);
    const expectSeen = async (seen: boolean) => {
      expect(await seenBy(reader)).toEqual(seen ? birthday : undefined);
      expect(await coming("2027-04-29T09:00:00Z")).toHaveLength(seen ? 1 : 0);
    };
    await expectSeen(meant.stranger);
    await befriend();
    await expectSeen(meant.friend);
    await kampus.db.deleteFrom("friendships").where("low_user", "=", one.id).execute();
    await studyTogether();
    await expectSeen(meant.classmate);
    expect(await seenBy(one)).toEqual(birthday);
  });

  it("is not shown at home across a block, for deleted accounts, or to oneself", async () => {
    await studyTogether();
    for (const member of [one, reader]) {
      await save(member, { day: 1, month: 5 });
      await show(member, "classmates");
    }
    expect((await coming("2027-05-01T09:00:00Z")).map(({ person }) => person.id)).toEqual([one.id]);
    await testProfiles(kampus).block(one, reader);
    expect(await coming("2027-05-01T09:00:00Z")).toEqual([]);
    await kampus.db.deleteFrom("blocks").where("blocker_id", "=", one.id).execute();
    await kampus.updateMember(one, { deleted_at: new Date() });
    expect(await coming("2027-05-01T09:00:00Z")).toEqual([]);
  });

  it("is looked for among the members of one's class alone, not among all who study at the institution", async () => {
    const students = await insertMembers(
      kampus,
      Array.from({ length: 100 }, () => ({})),
    );
    await testPast(kampus).allStudied(institution, [
      ...students.map((member) => ({ member, years: [2020, null] as PeriodYears })),
      ...[one, reader].map((member) => ({ member, years: [2021, null] as PeriodYears })),
    ]);
    await kampus.db.transaction().execute(async (trx) => {
      await sql`ANALYZE educations, class_members`.execute(trx);
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      expect(await rowsRead(trx, friendsAndClassmates(reader.id))).toBeLessThan(10);
    });
  });

  it("is coming on the day and on the three days before it, by the clock of the reader", async () => {
    await befriend();
    await save(one, { day: 1, month: 1 });
    const at = async (now: string) =>
      (await coming(now, "Asia/Tashkent")).map(({ in_days }) => in_days);
    expect(await at("2026-12-28T18:59:00Z")).toEqual([]);
    expect(await at("2026-12-28T19:01:00Z")).toEqual([3]);
    expect(await at("2026-12-31T18:59:00Z")).toEqual([1]);
    expect(await at("2027-01-01T18:59:00Z")).toEqual([0]);
    expect(await at("2027-01-01T19:01:00Z")).toEqual([]);
  });

  it("is deleted with its audience when the account is purged", async () => {
    await save(one, { day: 1, month: 5 });
    await show(one, "classmates");
    await forgetPrivacy(kampus.db, one.id);
    expect(await audienceOf(one)).toBe("friends");
  });
});

describe("the 29th of February", () => {
  const leapDays = (now: string) =>
    birthdaysFrom(new Date(now), "UTC")
      .filter(({ month, day }) => month === 2 && day === 29)
      .map(({ date, inDays }) => [date, inDays]);

  it("is celebrated on its day in a leap year, and on the 28th in any other", () => {
    expect(leapDays("2028-02-27T12:00:00Z")).toEqual([["2028-02-29", 2]]);
    expect(leapDays("2027-02-27T12:00:00Z")).toEqual([["2027-02-28", 1]]);
    expect(leapDays("2027-03-01T12:00:00Z")).toEqual([]);
  });
});
