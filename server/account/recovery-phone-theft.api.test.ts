import { describe, expect, it } from "vitest";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { faultyFields } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { newPhone, setting, testRecoveryPhone } from "#server/testing/test-recovery-phone.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus);

const { phoneOf, give, aged, textsTo } = testRecoveryPhone(kampus);

describe("a stolen session without the password", () => {
  const thief = async () => {
    const member = await oneMember(kampus);
    await recovery.givePhone(member, newPhone());
    return member;
  };

  it.each(["PUT account", "POST phone", "DELETE phone", "PUT password"] as const)(
    "neither sets a phone nor has a code sent by %s",
    async (call) => {
      const { token, ...member } = await thief();
      const before = await phoneOf({ token });
      const phone = newPhone();
      const names = { surname: "Саидов", name: "Тимур", patronymic: "Азизович", locale: "ru" };
      for (const password of [undefined, "", null, "guessed", { $ne: "" }]) {
        const answer = await {
          "PUT account": () =>
            kampus.put(`${setting}/account`, { ...names, phone, password }, { token }),
          "POST phone": () => kampus.post(`${setting}/phone`, { phone, password }, { token }),
          "DELETE phone": () => kampus.delete(`${setting}/phone`, { token, body: { password } }),
          "PUT password": () =>
            kampus.put(
              `${setting}/password`,
              { current_password: password, password: "thief's", password_confirmation: "thief's" },
              { token },
            ),
        }[call]();
        expect(answer.statusCode).toBe(422);
      }
      expect(await phoneOf({ token })).toEqual(before);
      expect(await textsTo(phone)).toEqual([]);
      const row = await kampus.db
        .selectFrom("phone_changes")
        .selectAll()
        .where("user_id", "=", member.id)
        .execute();
      expect(row).toEqual([]);
    },
  );

  it.each([
    ["DELETE", "sessions"],
    ["DELETE", "sessions/{id}"],
    ["POST", "export"],
    ["GET", "export"],
    ["POST", "deletion"],
  ] as const)("opens, ends and takes nothing by %s %s", async (method, path) => {
    const { id, token } = await thief();
    const elsewhere = await insertSession(kampus.db, id, { userAgent: "Phone", ip: "192.0.2.7" });
    const sessions = await kampus.get(`${setting}/sessions`, { token });
    const session = sessions.json<{ data: { id: number; current: boolean }[] }>().data[1];
    const url = `${setting}/${path.replace("{id}", String(session?.id))}`;
    const bodies = [undefined, {}, { password: "" }, { password: null }, { password: "guessed" }];
    for (const body of method === "GET" ? [undefined] : bodies) {
      const answer = await kampus.call(method, url, { token, ...(body && { body }) });
      expect([answer.statusCode, faultyFields(answer)]).toEqual([422, ["password"]]);
    }
    for (const alive of [token, elsewhere])
      expect((await kampus.get("/api/en/user", { token: alive })).statusCode).toBe(200);
  });
});

describe("the age of a phone", () => {
  const memberWithPhone = async (hours: number): Promise<TestMember & { phone: string }> => {
    const member = await kampus.member();
    const phone = newPhone();
    await give(member, phone);
    await aged(member, hours);
    await kampus.db.deleteFrom("mailbox").where("recipient", "=", phone).execute();
    return { ...member, phone };
  };

  it("of less than 72 hours prevents a reset: the answer is the same, and no code is sent", async () => {
    const [young, old] = [await memberWithPhone(71), await memberWithPhone(73)];
    const answers = [
      await recovery.askByPhone({ phone: young.phone }),
      await recovery.askByPhone({ phone: old.phone }),
    ];
    expect(statuses(answers)).toEqual([200, 200]);
    expect(answers[0]?.json()).toEqual(answers[1]?.json());
    const code = await recovery.textedCode(old.phone);
    expect(await textsTo(young.phone)).toEqual([]);
    expect((await recovery.resetByPhone(old.phone, code)).statusCode).toBe(200);
  });

  it("starts again with a change, also for codes that were sent before", async () => {
    const member = await memberWithPhone(73);
    await recovery.askByPhone({ phone: member.phone });
    const code = await recovery.textedCode(member.phone);
    const next = newPhone();
    await give(member, next);
    await give(member, member.phone, 2);
    for (const phone of [member.phone, next])
      expect((await recovery.resetByPhone(phone, code)).statusCode).toBe(422);
    await recovery.ask({ email: member.email });
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(200);
  });

  it("is stored by the database, so that an older version of Kampus cannot make a new number count as old", async () => {
    const member = await memberWithPhone(1_000);
    const phone = newPhone();
    await kampus.updateMember(member, { phone });
    await recovery.askByPhone({ phone });
    expect(await textsTo(phone)).toEqual([]);
    const names = { surname: "Саидов", name: "Тимур", patronymic: "Азизович", locale: "ru" };
    await aged(member, 73);
    await kampus.put(`${setting}/account`, names, { token: member.token });
    await recovery.askByPhone({ phone });
    expect(await recovery.textedCode(phone)).toMatch(/^\d{8}$/);
  });
});
