import { describe, expect, it } from "vitest";
import { composed } from "#server/auth/passwords/password.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";

const kampus = kampusForFile();

const login = async (email: string, password: string, captcha = captchaAnswer, key?: string) =>
  kampus.post("/api/ru/login", {
    login: email,
    password,
    captcha,
    key: key ?? (await kampus.captchaKey()),
  });

describe("a password", () => {
  it.each([
    ["with letters of any script", "Пароль-үç-密码-🙂"],
    ["with spaces, which count", "  two  spaces "],
    ["of one character", "x"],
    ["of 256 characters", "я".repeat(256)],
  ])("%s is taken as it is", async (_title, password) => {
    const { email } = await kampus.signUp({ password });
    expect((await login(email, password)).statusCode).toBe(200);
    expect((await login(email, `${password}x`)).statusCode).toBe(422);
    expect((await login(email, password.trim().slice(0, -1) || "y")).statusCode).toBe(422);
  });

  it("of a hundred thousand combining marks is compared without holding up the process", async () => {
    const { email } = await kampus.signUp({ password: "x" });
    const marks = `a${"\u0301".repeat(60_000)}${"\u0323".repeat(60_000)}`;
    // A longer run would be sorted whole, for as long as its square.
    expect(composed(marks)).not.toMatch(/[\u0301\u0323]{31}/);
    expect((await login(email, marks)).statusCode).toBe(422);
  });

  it("is compared to its last character", async () => {
    const password = "a".repeat(100);
    const { email } = await kampus.signUp({ password });
    expect((await login(email, `${"a".repeat(99)}b`)).statusCode).toBe(422);
    expect((await login(email, password.toUpperCase())).statusCode).toBe(422);
  });

  it.each([
    ["of 257 characters", "x".repeat(257)],
    ["with NUL", "a\0b"],
    ["with half a surrogate pair", "a\ud800"],
  ])(
    "%s is refused at sign-up and answered like a wrong one at login",
    async (_title, password) => {
      await expect(kampus.signUp({ password })).rejects.toThrow("password");
      const { email } = await kampus.signUp();
      expect((await login(email, password)).statusCode).toBe(422);
    },
  );

  it("is stored as argon2id alone", async () => {
    const { id, password } = await kampus.signUp({ password: "canary-password" });
    const row = await kampus.rowOf({ id });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(JSON.stringify(row)).not.toContain(password);
  });
});

describe("a sign-up", () => {
  it("accepts only the fields of the form: nobody can verify or number themselves", async () => {
    const fields = {
      verified: true,
      verified_at: "2020-01-01",
      id: 7_777,
      user_id: 1,
      locale: "en",
    };
    const member = await kampus.signUp(fields as unknown as Record<string, string>);
    expect(member.user).toMatchObject({ verified: false, locale: "ru" });
    expect(member.id).not.toBe(7_777);
  });

  it("that is refused creates no account, and sends no mail", async () => {
    const { email } = await kampus.signUp();
    await expect(kampus.signUp({ email })).rejects.toThrow("email");
    const next = await kampus.signUp();
    await kampus.mails(next.email);
    expect(await kampus.mails(email)).toHaveLength(1);
  });

  it("keeps names with markup as text, in the mail too", async () => {
    const name = "<svg/onload=alert(1)>";
    const member = await kampus.signUp({ name });
    expect(member.user.name).toBe(name);
    const [mail] = await kampus.mails(member.email);
    expect(mail?.text).toContain(name);
    expect(mail?.html).not.toContain("<svg");
    const page = await kampus.get(`/?to=${encodeURIComponent('"><svg>')}`, {
      host: "mail.kampus.localhost",
    });
    const all = await kampus.get("/", { host: "mail.kampus.localhost" });
    expect(page.body + all.body).not.toContain("<svg");
    expect(all.body).toContain("&lt;svg");
  });
});

describe("a captcha", () => {
  it("is spent by a wrong answer", async () => {
    const { email, password } = await kampus.signUp();
    const key = await kampus.captchaKey();
    expect((await login(email, password, "wrong", key)).statusCode).toBe(422);
    expect((await login(email, password, captchaAnswer, key)).statusCode).toBe(422);
  });

  it.each(["", "none", "__proto__", "captcha:*", "x".repeat(5_000)])(
    "of the made-up key %.20s passes nobody",
    async (key) => {
      const { email, password } = await kampus.signUp();
      expect(statusAndBody(await login(email, password, captchaAnswer, key))).toMatchObject([
        422,
        { errors: { captcha: ["Неверный код с картинки"] } },
      ]);
    },
  );

  it("is answered as a key and a picture alone, new ones every time", async () => {
    const answers = await Promise.all([1, 2].map(() => kampus.get("/api/captcha/flat")));
    const [one, other] = answers.map((answer) => answer.json<Record<string, string>>());
    expect(Object.keys(one ?? {}).sort()).toEqual(["img", "key"]);
    expect(one?.key).not.toBe(other?.key);
    expect(one?.img).not.toBe(other?.img);
  });
});

describe("a confirmation link", () => {
  it("works for a day", async () => {
    const { id, email } = await kampus.signUp();
    const token = await kampus.confirmationToken(email);
    const { created_at, expires_at } = await kampus.db
      .selectFrom("email_verifications")
      .selectAll()
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(24 * 60 * 60 * 1000);
    await kampus.db
      .updateTable("email_verifications")
      .set({ expires_at: new Date(Date.now() - 1) })
      .where("user_id", "=", id)
      .execute();
    expect(statusAndBody(await kampus.post("/api/en/email/verify", { token }))).toEqual([
      422,
      { message: "A link works for 24 hours. Ask for a new one", code: "link_expired" },
    ]);
  });

  it("confirms once when it is opened 20 times at once", async () => {
    const { email } = await kampus.signUp();
    const token = await kampus.confirmationToken(email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => kampus.post("/api/ru/email/verify", { token })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      200,
      ...Array<number>(19).fill(422),
    ]);
  });

  it("confirms only the member it was mailed to", async () => {
    const [one, other] = [await kampus.signUp(), await kampus.signUp()];
    const token = await kampus.confirmationToken(one.email);
    await kampus.post("/api/ru/email/verify", { token }, { token: other.token });
    const verified = async (member: { token: string }) =>
      (await dataFrom<{ verified: boolean }>(kampus.get("/api/ru/user", { token: member.token })))
        .verified;
    expect([await verified(one), await verified(other)]).toEqual([true, false]);
  });

  it("is not mailed again to a verified member", async () => {
    const { token, email } = await kampus.member();
    const answer = await kampus.get("/api/en/email/resend", { token });
    expect(statusAndBody(answer)).toEqual([200, { message: "The address is already confirmed" }]);
    await kampus.mails((await kampus.signUp()).email);
    expect(await kampus.mails(email)).toHaveLength(1);
  });
});

describe("logout", () => {
  it("ends one session, while the member's others continue", async () => {
    const { token, email, password } = await kampus.signUp();
    const second = (await login(email, password)).json<{ token: string }>().token;
    const answer = await kampus.post("/api/logout", undefined, {
      token,
      headers: { "accept-language": "en" },
    });
    expect(statusAndBody(answer)).toEqual([200, { message: "You are signed out" }]);
    expect((await kampus.get("/api/ru/user", { token: second })).statusCode).toBe(200);
    expect((await kampus.post("/api/logout", undefined, { token })).statusCode).toBe(401);
  });
});
