import { afterEach, describe, expect, it } from "vitest";
import { faultyFields, statusAndBody } from "#server/testing/answers.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

const kampus = kampusForFile();
afterEach(closeSockets);

const path = "/api/en/profile/setting/password";
const change = (token: string, current: string, next: string, fields: object = {}) =>
  kampus.put(
    path,
    { current_password: current, password: next, password_confirmation: next, ...fields },
    { token },
  );
const login = ({ email }: TestMember, password: string) => kampus.signIn(email, password);
const tokenOf = async (member: TestMember) =>
  (await login(member, member.password)).json<{ token: string }>().token;
const alive = async (token: string) =>
  (await kampus.get("/api/en/user", { token })).statusCode === 200;

describe("a password change", () => {
  it("makes the new password the only one, ends every other session at once, and is announced by mail", async () => {
    const member = await kampus.member();
    const elsewhere = await tokenOf(member);
    const [own, other] = await Promise.all(
      [member.token, elsewhere].map((token) => connectSocket(kampus, { token })),
    );
    expect(statusAndBody(await change(member.token, member.password, "new secret"))).toEqual([
      200,
      { message: "Your password is changed. Other devices are signed out" },
    ]);
    expect([await alive(member.token), await alive(elsewhere)]).toEqual([true, false]);
    await expect.poll(() => other?.socket.connected, { timeout: 1_000, interval: 10 }).toBe(false);
    expect([other?.payloadsOf("session_ended"), own?.socket.connected]).toEqual([[{}], true]);
    expect((await login(member, member.password)).statusCode).toBe(422);
    expect((await login(member, "new secret")).statusCode).toBe(200);
    const [mail] = await kampus.mails(member.email, 2);
    expect(mail?.text).toContain("http://site.kampus.localhost:3000/ru/recovery");
    expect(JSON.stringify(mail)).not.toContain("new secret");
  });

  it("names in its mail the recovery phone that is still on the account, which may be a thief's", async () => {
    const member = await kampus.signUp();
    await kampus.db
      .updateTable("users")
      .set({ phone: "+998901230088", phone_changed_at: new Date() })
      .where("id", "=", member.id)
      .execute();
    await change(member.token, member.password, "new secret");
    const [mail] = await kampus.mails(member.email, 2);
    expect(mail?.text).toContain(
      "Телефон для восстановления, который оканчивается на 88, остался в аккаунте",
    );
  });

  it("needs the current password: a wrong one is refused on its field, and changes nothing", async () => {
    const member = await kampus.signUp();
    const elsewhere = await tokenOf(member);
    expect(statusAndBody(await change(member.token, "not it", "new secret"))).toEqual([
      422,
      {
        message: "Please check the fields",
        code: "invalid",
        errors: { current_password: ["The password is wrong"] },
      },
    ]);
    expect([await alive(elsewhere), (await login(member, member.password)).statusCode]).toEqual([
      true,
      200,
    ]);
  });

  it.each([
    ["current_password", { current_password: "" }],
    ["password", { password: "five5", password_confirmation: "five5" }],
    ["password", { password: "x".repeat(257), password_confirmation: "x".repeat(257) }],
    ["password", { password: "      ", password_confirmation: "      " }],
    ["password_confirmation", { password_confirmation: "another" }],
  ])("is refused on %s for %j", async (field, fields) => {
    const member = await kampus.signUp();
    const answer = await change(member.token, member.password, "new secret", fields);
    expect(answer.statusCode).toBe(422);
    expect(faultyFields(answer)).toEqual([field]);
    expect(await alive(member.token)).toBe(true);
  });

  it("happens once when two devices request it at once", async () => {
    const member = await kampus.signUp();
    const elsewhere = await tokenOf(member);
    const answers = await Promise.all([
      change(member.token, member.password, "first secret"),
      change(elsewhere, member.password, "second secret"),
    ]);
    const won = answers[0].statusCode === 200 ? 0 : 1;
    expect(answers[won].statusCode).toBe(200);
    expect([401, 422]).toContain(answers[1 - won]?.statusCode);
    const secrets = ["first secret", "second secret"];
    expect((await login(member, secrets[won] ?? "")).statusCode).toBe(200);
    expect((await login(member, secrets[1 - won] ?? "")).statusCode).toBe(422);
    expect([await alive(member.token), await alive(elsewhere)]).toEqual([won === 0, won === 1]);
  });

  it("leaves none of the concurrent logins with the old password signed in", async () => {
    const member = await kampus.signUp();
    const [changed, ...logins] = await Promise.all([
      change(member.token, member.password, "new secret"),
      ...Array.from({ length: 10 }, () => login(member, member.password)),
    ]);
    expect(changed.statusCode).toBe(200);
    for (const answer of logins.filter(({ statusCode }) => statusCode === 200))
      expect(await alive(answer.json<{ token: string }>().token)).toBe(false);
  });
});

describe("guessing the password in a stolen session", () => {
  const limited = limitedKampus({ PASSWORD_STRICT: "1" });
  const guess = (token: string, index: number) =>
    limited.kampus.put(
      path,
      {
        current_password: `guess ${index}`,
        password: "long enough secret",
        password_confirmation: "long enough secret",
      },
      { token },
    );

  it("is refused after the fifth guess, as at the login", async () => {
    const { token, password, email } = await limited.kampus.signUp({ password: "unguessable 77" });
    const answers = await times(6, (index) => guess(token, index));
    expect(statuses(answers)).toEqual([422, 422, 422, 422, 422, 429]);
    expect(Number(answers[5]?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await limited.login(email, password, "127.0.0.1")).statusCode).toBe(429);
    expect((await limited.login(email, password, "192.0.2.1")).statusCode).toBe(200);
  });

  it("cannot set one of the commonest passwords under PASSWORD_STRICT", async () => {
    const { token, password } = await limited.kampus.signUp({ password: "unguessable 77" });
    const next = { password: "password1", password_confirmation: "password1" };
    const answer = await limited.kampus.put(
      path,
      { current_password: password, ...next },
      { token },
    );
    expect(answer.statusCode).toBe(422);
    expect(faultyFields(answer)).toEqual(["password"]);
  });
});
