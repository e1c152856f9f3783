import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { insertSession } from "#server/auth/stored-sessions.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import {
  newPhone,
  other,
  setting,
  wrongCode,
  testRecoveryPhone,
} from "#server/testing/test-recovery-phone.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus);

const { begin, confirm, remove, phoneOf, codeFor } = testRecoveryPhone(kampus);

describe("the code of a new phone", () => {
  it("works once, even for 5 confirmations at once", async () => {
    const member = await oneMember(kampus);
    const phone = newPhone();
    const code = await codeFor(member, phone);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => confirm(member, phone, code)),
    );
    expect(statuses(answers).sort()).toEqual([200, 422, 422, 422, 422]);
    await remove(member);
    expect(statusAndBody(await confirm(member, phone, code))).toMatchObject([422, wrongCode]);
    expect((await phoneOf(member)).phone).toBeNull();
  });

  it("works only if it is the newest, and only for its own number, member and session", async () => {
    const [member, stranger] = await signedInMembers(kampus, 2);
    const [phone, later] = [newPhone(), newPhone()];
    const code = await codeFor(member, phone);
    const session = await insertSession(kampus.db, member.id, { userAgent: "x", ip: "192.0.2.7" });
    await codeFor(stranger, later);
    const foreign = [
      await confirm(stranger, phone, code),
      await confirm({ token: session }, phone, code),
      await confirm(member, later, code),
    ];
    const newest = await codeFor(member, later, 2);
    foreign.push(await confirm(member, phone, code), await confirm(member, later, code));
    for (const answer of foreign) expect(statusAndBody(answer)).toMatchObject([422, wrongCode]);
    expect((await confirm(member, later, newest)).statusCode).toBe(200);
  });

  it("is not accepted as a recovery code, nor a recovery code in its place", async () => {
    const member = await kampus.member();
    const [phone, next] = [newPhone(), newPhone()];
    await recovery.givePhone(member, phone);
    const code = await codeFor(member, next);
    expect((await recovery.checkPhone(next, code)).statusCode).toBe(422);
    expect((await recovery.checkPhone(phone, code)).statusCode).toBe(422);
    await recovery.askByPhone({ phone });
    const forRecovery = await recovery.textedCode(phone);
    expect((await confirm(member, next, forRecovery)).statusCode).toBe(422);
  });

  it("can be tried five times, even by 40 tries at once", async () => {
    const member = await oneMember(kampus);
    const phone = newPhone();
    const code = await codeFor(member, phone);
    const guesses = Array.from({ length: 40 }, (_, step) => other(code, step + 1));
    await Promise.all(guesses.map((guess) => confirm(member, phone, guess)));
    expect((await confirm(member, phone, code)).json()).toMatchObject(wrongCode);
    const { attempts } = await kampus.db
      .selectFrom("phone_changes")
      .select("attempts")
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(5);
  });

  it("works for ten minutes by the database's clock", async () => {
    const member = await oneMember(kampus);
    const phone = newPhone();
    const code = await codeFor(member, phone);
    const left = await kampus.db
      .selectFrom("phone_changes")
      .select(sql<number>`extract(epoch FROM expires_at - now())::int`.as("seconds"))
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(left.seconds).toBeGreaterThan(9 * 60);
    expect(left.seconds).toBeLessThanOrEqual(10 * 60);
    await kampus.db
      .updateTable("phone_changes")
      .set({ expires_at: sql<Date>`now()` })
      .where("user_id", "=", member.id)
      .execute();
    expect((await confirm(member, phone, code)).json()).toMatchObject(wrongCode);
  });

  it("stops working once the session that requested it has ended or the password has changed", async () => {
    const member = await kampus.member();
    const signIn = await kampus.signIn(member.email, member.password);
    const { token } = signIn.json<{ token: string }>();
    const phone = newPhone();
    await codeFor({ ...member, token }, phone);
    await kampus.put(
      `${setting}/password`,
      { current_password: member.password, password: "another", password_confirmation: "another" },
      { token: member.token },
    );
    const rows = await kampus.db
      .selectFrom("phone_changes")
      .select("phone")
      .where("user_id", "=", member.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("changes of the phone that race", () => {
  it("give a number to one of two members", async () => {
    const phone = newPhone();
    const members = await signedInMembers(kampus, 2);
    const codes: string[] = [];
    for (const [index, member] of members.entries())
      codes.push(await codeFor(member, phone, index + 1));
    const answers = await Promise.all(
      members.map((member, index) => confirm(member, phone, codes[index] ?? "")),
    );
    expect(statuses(answers).sort()).toEqual([200, 422]);
  });

  it("leave the last number if one member makes several", async () => {
    const member = await oneMember(kampus);
    const phones = Array.from({ length: 6 }, newPhone);
    const begun = await Promise.all(phones.map((phone) => begin(member, phone)));
    expect(new Set(statuses(begun))).toEqual(new Set([200]));
    const answers = await Promise.all(
      phones.map(async (phone) => confirm(member, phone, await recovery.textedCode(phone))),
    );
    expect(statuses(answers).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    const won = phones[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await phoneOf(member)).phone).toBe(won);
  });

  it("are answered even during sign-outs, password changes and removals", async () => {
    const member = await kampus.member();
    for (let round = 0; round < 4; round += 1) {
      const signIn = await kampus.signIn(member.email, member.password);
      const { token } = signIn.json<{ token: string }>();
      const session = { ...member, token };
      const phone = newPhone();
      const code = await codeFor(session, phone);
      const answers = await Promise.all([
        confirm(session, phone, code),
        begin(session, newPhone()),
        remove(member),
        kampus.post("/api/logout", undefined, { token }),
        kampus.delete(`${setting}/sessions`, {
          token: member.token,
          body: { password: member.password },
        }),
      ]);
      for (const { statusCode } of answers) expect([200, 401, 422]).toContain(statusCode);
    }
  });
});
