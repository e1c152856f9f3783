import { afterEach, describe, expect, it, vi } from "vitest";
import { hourMs } from "#server/infra/durations.ts";
import { mailMoment } from "#server/mail/mail-moment.ts";
import { holdOpen } from "#server/testing/hold-open.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus, "en");
afterEach(() => {
  vi.useRealTimers();
  closeSockets();
});

const resetWithoutPhone = async () => {
  const member = await recovery.memberWithCode();
  await recovery.reset(member.code);
  return member;
};

const userStatus = async (token: string) =>
  (await kampus.get("/api/ru/user", { token })).statusCode;

describe("a reset", () => {
  it("signs every device of the member out, sockets at once, and nobody else", async () => {
    const [member, other] = [await kampus.member(), await kampus.member()];
    const second = (await kampus.signIn(member.email, member.password)).json<{ token: string }>();
    const devices = await Promise.all(
      [member, second, other].map(({ token }) => connectSocket(kampus, { token })),
    );
    await recovery.ask({ email: member.email });
    const code = await recovery.mailedCode(member.email, 2);
    expect((await recovery.reset(code)).statusCode).toBe(200);
    await expect
      .poll(() => devices.map(({ socket }) => socket.connected), { timeout: 1_000 })
      .toEqual([false, false, true]);
    const received = devices.map((device) => device.payloadsOf("session_ended").length);
    expect(received).toEqual([1, 1, 0]);
    const tokens = [member.token, second.token, other.token];
    expect(await Promise.all(tokens.map(userStatus))).toEqual([401, 401, 200]);
  });

  it("is announced to the member by mail, in their language and with what to do", async () => {
    const member = await recovery.memberWithCode();
    await recovery.reset(member.code);
    const [notice] = await kampus.mails(member.email, 3);
    expect(notice).toMatchObject({
      subject: "Пароль изменён — Кампус",
      text: expect.stringMatching(/изменён \d\d\.\d\d\.\d{4}, \d\d:\d\d GMT\+5\./) as string,
    });
    expect(notice?.text).toContain("http://site.kampus.localhost:3000/ru/recovery");
  });

  it("is announced with the time of the database, also by a node whose clock is an hour ahead", async () => {
    const member = await recovery.memberWithCode();
    const shown = (moment: number) => mailMoment(new Date(moment), null);
    const before = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: before + hourMs });
    const reset = await recovery.reset(member.code);
    vi.useRealTimers();
    expect(reset.statusCode).toBe(200);
    const told = [shown(before), shown(Date.now())];
    const [notice] = await kampus.mails(member.email, 3);
    expect(told.some((moment) => notice?.text.includes(moment))).toBe(true);
  });

  it("removes a phone that is too young to reset a password, and its mail names that phone, or the older one that stays", async () => {
    const [young, old] = [await recovery.memberWithCode(), await recovery.memberWithCode()];
    await recovery.givePhone(young, "+998901230071", 71);
    await recovery.givePhone(old, "+998901230073", 73);
    for (const { code } of [young, old]) expect((await recovery.reset(code)).statusCode).toBe(200);
    const phones = await kampus.db
      .selectFrom("users")
      .select("phone")
      .where("id", "in", [young.id, old.id])
      .orderBy("id")
      .execute();
    expect(phones.map(({ phone }) => phone)).toEqual([null, "+998901230073"]);
    const noticeTo = async ({ email }: { email: string }) =>
      (await kampus.mails(email, 3))[0]?.text;
    expect(await noticeTo(young)).toMatch(/оканчивается на 71, удалён/);
    expect(await noticeTo(old)).toMatch(/оканчивается на 73, остался/);
    expect(await noticeTo(await resetWithoutPhone())).not.toContain("Телефон");
  });

  it("that did not happen is announced to nobody", async () => {
    const member = await recovery.memberWithCode();
    await recovery.reset("0000-0000-0000-0000");
    await recovery.reset(member.code, "short", {});
    const later = await recovery.memberWithCode();
    await kampus.mails(later.email, 2);
    expect(await kampus.mails(member.email)).toHaveLength(2);
  });

  // The embedded database does one thing after another: there nothing happens at once.
  it.runIf(process.env.TEST_DATABASE_URL)(
    "and a removal of the telephone that wait for the same code both succeed",
    async () => {
      const member = await recovery.memberWithCode();
      await recovery.givePhone(member, "+998901230074");
      const texted = { user_id: member.id, kind: "phone" as const, asker: "phone" };
      await kampus.db
        .insertInto("asked_codes")
        .values({ ...texted, code_hash: "hash", expires_at: new Date(Date.now() + 60_000) })
        .execute();
      const release = await holdOpen(kampus, (trx) =>
        trx
          .selectFrom("asked_codes")
          .select("kind")
          .where("user_id", "=", member.id)
          .where("kind", "=", "phone")
          .forUpdate()
          .execute(),
      );
      try {
        const resetting = recovery.reset(member.code);
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(1);
        const { token, password } = member;
        const path = "/api/en/profile/setting/phone";
        const removing = kampus.delete(path, { token, body: { password } });
        await expect.poll(kampus.waitingForLocks).toBeGreaterThanOrEqual(2);
        await release();
        expect((await resetting).statusCode).toBe(200);
        expect((await removing).statusCode).toBe(200);
      } finally {
        await release();
      }
    },
  );

  it("leaves no session to logins with the old password that run beside it", async () => {
    const { email, password, code } = await recovery.memberWithCode();
    const logins = Array.from({ length: 12 }, () => kampus.signIn(email, password));
    const [reset, ...answers] = await Promise.all([recovery.reset(code), ...logins]);
    expect(reset.statusCode).toBe(200);
    const tokens = answers
      .filter(({ statusCode }) => statusCode === 200)
      .map((answer) => answer.json<{ token: string }>().token);
    expect(await Promise.all(tokens.map(userStatus))).toEqual(tokens.map(() => 401));
  });
});
