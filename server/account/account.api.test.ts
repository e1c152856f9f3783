import { describe, expect, it } from "vitest";
import { dataFrom, faultsIn, statusAndBody } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();

const path = "/api/en/profile/setting/account";
const changes = {
  surname: "Юсупова",
  name: "Мадина",
  patronymic: "Рустамовна",
  locale: "uz",
};
const save = ({ token }: SignedInMember, fields: object = {}) =>
  kampus.put(path, { ...changes, ...fields }, { token });
const read = ({ token }: SignedInMember) =>
  dataFrom<Record<string, unknown>>(kampus.get(path, { token }));

describe("a member's own account", () => {
  it("can be read and saved as one form, by unverified members too", async () => {
    const member = await oneMember(kampus, { verified: false });
    expect(await read(member)).toEqual({
      surname: "Саидов",
      name: "Тимур",
      patronymic: "Азизович",
      email: expect.stringContaining("@kampus.example") as string,
      phone: null,
      phone_recovers_from: null,
      locale: "ru",
      time_zone: null,
      birthday: null,
    });
    expect(statusAndBody(await save(member))).toMatchObject([
      200,
      { message: "Your changes are saved", data: changes },
    ]);
    expect(await read(member)).toMatchObject(changes);
  });

  it("stores a time zone that is known, and refuses any other", async () => {
    const member = await oneMember(kampus);
    await save(member, { time_zone: "Europe/Berlin" });
    await save(member);
    expect(await read(member)).toMatchObject({ time_zone: "Europe/Berlin" });
    for (const time_zone of ["Europe/Nowhere", "+05:00", "", 5, "a".repeat(100)])
      expect((await save(member, { time_zone })).statusCode).toBe(422);
    await save(member, { time_zone: null });
    expect(await read(member)).toMatchObject({ time_zone: null });
  });

  it("is found by its new name, and no longer by the old one", async () => {
    const [member, other] = await signedInMembers(kampus, 2);
    await save(member, { surname: "Ёлкина" });
    const found = async (q: string) => {
      return (
        await dataFrom<{ id: number }[]>(
          kampus.get("/api/en/users", { token: other.token, query: { q } }),
        )
      ).map(({ id }) => id);
    };
    expect(await found("елкина мад")).toEqual([member.id]);
    expect(await found("саидов")).not.toContain(member.id);
    const me = await kampus.get("/api/en/user", { token: member.token });
    expect(me.json()).toMatchObject({ data: { fullname: "Ёлкина Мадина Рустамовна" } });
  });

  it("has the language in which mails are written", async () => {
    const { token, email } = await kampus.signUp();
    await kampus.put(path, { ...changes, locale: "en" }, { token });
    await kampus.get("/api/ru/email/resend", { token });
    const [newest] = await kampus.mails(email, 2);
    expect(newest?.subject).toMatch(/^[\x20-\x7e—]+$/);
  });

  it.each([
    ["surname", "", "This field is required"],
    ["surname", "   ", "This field is required"],
    ["name", "А", "At least 2 characters"],
    ["patronymic", "а".repeat(256), "At most 255 characters"],
    ["name", "Анна Мария", "Spaces are not allowed here"],
    ["name", "Ни\0на", "This value is not allowed"],
    ["phone", "901234567", "Write the number with its country code"],
    ["phone", "", "This field is required"],
    ["phone", 998901234567, "This value is not allowed"],
    ["locale", "fr", "This value is not allowed"],
    ["locale", "__proto__", "This value is not allowed"],
    ["locale", null, "This value is not allowed"],
  ])("refuses %s %j", async (field, value, message) => {
    const member = await oneMember(kampus);
    const before = await read(member);
    const answer = await save(member, { [field]: value });
    expect(answer.statusCode).toBe(422);
    const errors = faultsIn(answer);
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toContain(message);
    expect(await read(member)).toEqual(before);
  });

  it("has its telephone unchanged after the form is saved: the form may repeat it, but another one is refused on the field", async () => {
    const member = await oneMember(kampus);
    await testRecovery(kampus).givePhone(member, "+998907654321");
    for (const phone of [null, "+998907654322"]) {
      expect(statusAndBody(await save(member, { phone }))).toMatchObject([
        422,
        { errors: { phone: ["The number is changed on its own, with your password and a code"] } },
      ]);
    }
    for (const fields of [{}, { phone: "+998 (90) 765-43-21" }])
      expect((await save(member, fields)).statusCode).toBe(200);
    expect((await read(member)).phone).toBe("+998907654321");
  });

  it("accepts only the fields of the form: a member can neither verify nor renumber themselves, nor become another", async () => {
    const member = await oneMember(kampus, { verified: false });
    const { email } = await read(member);
    await save(member, {
      id: 1,
      user_id: 1,
      email: "other@kampus.example",
      verified: true,
      verified_at: "2020-01-01",
      password: "other",
      password_hash: "other",
      deleted_at: "2020-01-01",
    });
    const me = await kampus.get("/api/en/user", { token: member.token });
    expect(me.json()).toMatchObject({ data: { id: member.id, email, verified: false } });
  });
});
