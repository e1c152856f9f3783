import { describe, expect, it } from "vitest";
import { sweepRecoveryCodes } from "#server/recovery/repository.ts";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus);

const wrongCode = {
  message: "Проверьте заполненные поля",
  code: "invalid",
  errors: { code: ["Неверный или устаревший код"] },
};

describe("a forgotten password", () => {
  it("is replaced by a mailed code, which is requested, checked and used", async () => {
    const member = await kampus.signUp();
    expect(statusAndBody(await recovery.ask({ email: member.email.toUpperCase() }))).toEqual([
      200,
      { message: "Если такой аккаунт есть, мы отправили код на его почту" },
    ]);
    const code = await recovery.mailedCode(member.email, 2);
    for (const again of [1, 2]) {
      const checked = await recovery.check(code);
      expect([again, checked.statusCode, checked.json()]).toEqual([
        again,
        200,
        { message: "Код верный. Задайте новый пароль" },
      ]);
    }
    expect(statusAndBody(await recovery.reset(code, "новый пароль"))).toEqual([
      200,
      { message: "Пароль изменён. Войдите с новым паролем" },
    ]);
    expect((await kampus.signIn(member.email, "новый пароль")).statusCode).toBe(200);
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(422);
  });

  it("may be replaced by a very long one, which counts to its last character", async () => {
    const { email, code } = await recovery.memberWithCode();
    const password = "я".repeat(256);
    expect((await recovery.reset(code, `${password}я`)).statusCode).toBe(422);
    expect((await recovery.reset(code, password)).statusCode).toBe(200);
    expect((await kampus.signIn(email, `${"я".repeat(255)}ю`)).statusCode).toBe(422);
    expect((await kampus.signIn(email, password)).statusCode).toBe(200);
  });
});

describe("asking for a code", () => {
  it("answers the same for an unknown address, and mails nobody else", async () => {
    const member = await kampus.signUp();
    const unknown = await recovery.ask({ email: "nobody.here@kampus.example" });
    const otherDomain = await recovery.ask({ email: member.email.replace("kampus", "talim") });
    const known = await recovery.ask({ email: member.email });
    await recovery.mailedCode(member.email, 2);
    for (const answer of [unknown, otherDomain])
      expect(statusAndBody(answer)).toEqual([200, known.json()]);
    const heads = [unknown, otherDomain, known].map(({ headers }) =>
      Object.keys(headers).filter((name) => name !== "x-request-id"),
    );
    expect(new Set(heads.map(String)).size).toBe(1);
    expect(await kampus.mails("nobody.here@kampus.example", 0)).toEqual([]);
    expect(await kampus.mails(member.email)).toHaveLength(2);
  });

  it.each([
    [{ email: "" }, "email", "Обязательное поле"],
    [{ email: "short@kampus.example" }, "email", "Минимум 6 символа"],
    [{ email: "someone@other.example" }, "email", "Невалидный Email адрес"],
    [{ email: "some@one@kampus.example" }, "email", "Невалидный Email адрес"],
    [{ email: "some one@kampus.example" }, "email", "Значение не должно иметь пробельные символы"],
    [{ email: "someone@kampus.example", captcha: "" }, "captcha", "Обязательное поле"],
    [{ email: "someone@kampus.example", captcha: "no" }, "captcha", "Неверный код с картинки"],
    [{ email: "someone@kampus.example", key: "gone" }, "captcha", "Неверный код с картинки"],
  ])("with %j is refused on %s", async (fields, field, message) => {
    const answer = await recovery.ask(fields);
    expect(answer.statusCode).toBe(422);
    const errors = faultsIn(answer);
    expect(errors[field]).toContain(message);
  });

  it("again makes the former code worthless", async () => {
    const { email, code: old } = await recovery.memberWithCode();
    await recovery.ask({ email });
    const code = await recovery.mailedCode(email, 3);
    expect(code).not.toBe(old);
    for (const answer of [await recovery.check(old), await recovery.reset(old)])
      expect(statusAndBody(answer)).toEqual([422, wrongCode]);
    expect((await recovery.reset(code)).statusCode).toBe(200);
  });
});

describe("a mailed code", () => {
  it("is read in any case, with or without dashes and spaces, O as 0, I and L as 1", async () => {
    const { code } = await recovery.memberWithCode();
    const bare = code.replaceAll("-", "");
    for (const typed of [
      code.toLowerCase(),
      bare,
      ` ${bare.replace(/.{2}/g, "$& ")}`,
      code.replaceAll("-", " – "),
      code.replaceAll("0", "o").replaceAll("1", "l"),
      code.replaceAll("0", "O").replaceAll("1", "I"),
    ])
      expect([typed, (await recovery.check(typed)).statusCode]).toEqual([typed, 200]);
  });

  it("is refused when it was made up, and when only a part of one is sent", async () => {
    const { code, password, email } = await recovery.memberWithCode();
    for (const typed of ["0000-0000-0000-0000", code.slice(0, -1), `${code}0`, "%", "*", email]) {
      const answers = [await recovery.check(typed), await recovery.reset(typed)];
      for (const answer of answers) expect([typed, answer.json()]).toEqual([typed, wrongCode]);
      expect(statuses(answers)).toEqual([422, 422]);
    }
    expect((await kampus.signIn(email, password)).statusCode).toBe(200);
  });

  it.each([
    ["", "Обязательное поле"],
    [" \u200b", "Обязательное поле"],
    ["x".repeat(65), "Неверный или устаревший код"],
    ["a\0b", "Недопустимое значение"],
  ])("written %j is refused on its field", async (code, message) => {
    for (const answer of [await recovery.check(code), await recovery.reset(code)]) {
      const errors = faultsIn(answer);
      expect([answer.statusCode, errors.code]).toEqual([422, [message]]);
    }
  });

  it("works once, even when it is used 20 times at once", async () => {
    const { code } = await recovery.memberWithCode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => recovery.reset(code, `password ${index}`)),
    );
    expect(statuses(answers).sort()).toEqual([200, ...Array<number>(19).fill(422)]);
    expect(statuses([await recovery.check(code), await recovery.reset(code)])).toEqual([422, 422]);
  });

  it("works for ten minutes, by the database's clock", async () => {
    const member = await recovery.memberWithCode();
    const { created_at, expires_at } = await kampus.db
      .selectFrom("asked_codes")
      .selectAll()
      .where("user_id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(10 * 60 * 1000);
    await recovery.expire(member);
    for (const answer of [await recovery.check(member.code), await recovery.reset(member.code)])
      expect(statusAndBody(answer)).toEqual([422, wrongCode]);
  });

  it("is deleted once it has expired, and no other", async () => {
    const [expired, valid] = [await recovery.memberWithCode(), await recovery.memberWithCode()];
    await sweepRecoveryCodes(kampus.db);
    await recovery.expire(expired);
    expect(await sweepRecoveryCodes(kampus.db)).toBe(1);
    expect((await recovery.check(valid.code)).statusCode).toBe(200);
  });

  it("opens the account of its member alone", async () => {
    const [one, other] = [await recovery.memberWithCode(), await recovery.memberWithCode()];
    await recovery.reset(one.code, "changed by one");
    expect((await kampus.signIn(other.email, "changed by one")).statusCode).toBe(422);
    expect((await kampus.signIn(other.email, other.password)).statusCode).toBe(200);
    expect((await kampus.get("/api/ru/user", { token: other.token })).statusCode).toBe(200);
  });
});

describe("a new password", () => {
  it.each([
    [{ password: "", password_confirmation: "" }, "password", "Обязательное поле"],
    [{ password: "12345", password_confirmation: "12345" }, "password", "Минимум 6 символа"],
    [{ password_confirmation: "other" }, "password_confirmation", "Пароли не совпадают"],
  ])("%j is refused on %s, and the code is not spent", async (fields, field, message) => {
    const { code } = await recovery.memberWithCode();
    const answer = await recovery.reset(code, "new password", fields);
    const errors = faultsIn(answer);
    expect([answer.statusCode, errors[field]]).toEqual([422, [message]]);
    expect((await recovery.reset(code)).statusCode).toBe(200);
  });
});
