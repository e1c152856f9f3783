import { describe, expect, it } from "vitest";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import {
  type Asker,
  newPhone,
  other,
  setting,
  wrongCode,
  testRecoveryPhone,
} from "#server/testing/test-recovery-phone.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus);

const { begin, confirm, remove, phoneOf, give, textsTo } = testRecoveryPhone(kampus);

describe("the recovery phone", () => {
  it("is added with the password and the code sent to it, and a mail goes to the address", async () => {
    const member = await kampus.member();
    const phone = newPhone();
    const asked = await begin(
      member,
      `${phone.slice(0, 4)} (${phone.slice(4, 6)}) ${phone.slice(6)}`,
    );
    expect(statusAndBody(asked)).toEqual([200, { message: "We have sent a code to this number" }]);
    expect((await phoneOf(member)).phone).toBeNull();
    const code = await recovery.textedCode(phone);
    const answer = await confirm(member, phone, ` ${code.slice(0, 4)}-${code.slice(4)}`);
    expect(statusAndBody(answer)).toMatchObject([
      200,
      { message: "Your number is saved", data: { phone, email: member.email } },
    ]);
    const { phone_recovers_from: from } = await phoneOf(member);
    expect((new Date(from ?? 0).getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 1);
    const [mail] = await kampus.mails(member.email, 2);
    expect(mail?.subject).toBe("Изменился телефон для восстановления — Кампус");
    expect(mail?.text).toContain(
      `добавлен телефон для восстановления. Его номер оканчивается на ${phone.slice(-2)}.`,
    );
    expect(mail?.text).toContain("http://site.kampus.localhost:3000/ru/recovery");
    expect(mail?.text).not.toContain(phone);
  });

  it("is announced by a mail with the time in the zone of the member", async () => {
    const member = await kampus.member();
    await kampus.updateMember(member, { time_zone: "Asia/Tokyo" });
    await give(member, newPhone());
    const [mail] = await kampus.mails(member.email, 2);
    expect(mail?.text).toContain("GMT+9");
  });

  it("is changed and removed in the same way, with a mail for each", async () => {
    const member = await kampus.member();
    const [first, second] = [newPhone(), newPhone()];
    await give(member, first);
    await give(member, second);
    expect((await phoneOf(member)).phone).toBe(second);
    expect(statusAndBody(await remove(member))).toMatchObject([
      200,
      { message: "Your number is removed", data: { phone: null, phone_recovers_from: null } },
    ]);
    const [removed, changed] = await kampus.mails(member.email, 4);
    expect(removed?.text).toContain("удалён телефон");
    expect(changed?.text).toContain("сменился телефон");
    // A number that is removed already causes no second mail.
    expect((await remove(member)).statusCode).toBe(200);
    expect(await kampus.mails(member.email)).toHaveLength(4);
  });

  it.each([
    [{ phone: "901234567" }, "phone", "Write the number with its country code"],
    [{ phone: null }, "phone", "This field is required"],
    [{ password: " " }, "password", "This field is required"],
    [{ password: 1 }, "password", "This value is not allowed"],
    [{ password: "wrong" }, "password", "The password is wrong"],
  ])("with %j is refused on %s", async (fields, field, message) => {
    const member = await oneMember(kampus);
    const answer = await begin(member, newPhone(), fields);
    const errors = faultsIn(answer);
    expect([answer.statusCode, Object.keys(errors), errors[field]?.[0]]).toEqual([
      422,
      [field],
      expect.stringContaining(message),
    ]);
  });

  it("is refused to the member who has it already", async () => {
    const member = await oneMember(kampus);
    const phone = newPhone();
    await give(member, phone);
    expect((await begin(member, phone)).json()).toMatchObject({
      errors: { phone: ["This is your number already"] },
    });
  });

  it("that belongs to another account is reported as taken only after its code was entered", async () => {
    const [one, two] = await signedInMembers(kampus, 2);
    const phone = newPhone();
    await give(one, phone);
    const free = await begin(two, newPhone());
    const taken = await begin(two, phone);
    expect(statusAndBody(taken)).toEqual([200, free.json()]);
    const code = await recovery.textedCode(phone, 2);
    expect((await confirm(two, phone, other(code))).json()).toMatchObject(wrongCode);
    expect((await confirm(two, phone, code)).json()).toMatchObject({
      errors: { phone: ["This number is already taken"] },
    });
    expect([(await phoneOf(one)).phone, (await phoneOf(two)).phone]).toEqual([phone, null]);
  });
});

describe("an unverified member", () => {
  it("gets no recovery phone, and no code is sent", async () => {
    const member = await kampus.signUp();
    const phone = newPhone();
    const answers = [await begin(member, phone), await confirm(member, phone, "12345678")];
    for (const answer of answers)
      expect(statusAndBody(answer)).toMatchObject([403, { code: "not_verified" }]);
    expect(await textsTo(phone)).toEqual([]);
  });

  it("cannot recover with a phone that an older version let them add", async () => {
    const member = await kampus.signUp();
    const phone = newPhone();
    await recovery.givePhone(member, phone);
    await kampus.updateMember(member, { verified_at: null });
    expect((await recovery.askByPhone({ phone })).statusCode).toBe(200);
    expect(await textsTo(phone)).toEqual([]);
    expect((await remove(member)).statusCode).toBe(200);
  });
});

describe("limits", () => {
  const limited = limitedKampus();
  const ask = ({ token, password }: Asker, phone: string) =>
    limited.kampus.post(`${setting}/phone`, { phone, password }, { token });

  it("count a wrong password as a failed login: the sixth try waits, with the right one too", async () => {
    const member = await oneMember(limited.kampus);
    const wrong = await times(5, () => ask({ ...member, password: "wrong" }, newPhone()));
    expect(statuses(wrong)).toEqual([422, 422, 422, 422, 422]);
    const late = [
      await ask(member, newPhone()),
      await limited.kampus.delete(`${setting}/sessions`, {
        token: member.token,
        body: { password: member.password },
      }),
      await limited.kampus.post(
        `${setting}/export`,
        { password: member.password },
        { token: member.token },
      ),
    ];
    for (const answer of late)
      expect([answer.statusCode, Number(answer.headers["retry-after"]) > 0]).toEqual([429, true]);
  });

  it("allow five codes an hour for a member, and five for a number, whichever members request them", async () => {
    const member = await oneMember(limited.kampus);
    const codes = await times(6, () => ask(member, newPhone()));
    expect(statuses(codes)).toEqual([200, 200, 200, 200, 200, 429]);
    const phone = newPhone();
    const flood = await times(6, async () => ask(await oneMember(limited.kampus), phone));
    expect(statuses(flood)).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
