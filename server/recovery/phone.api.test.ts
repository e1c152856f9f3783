import { describe, expect, it } from "vitest";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { statuses } from "#server/testing/limited-kampus.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus);

let phones = 0;
const memberWithPhone = async () => {
  phones += 1;
  const phone = `+99890123${String(phones).padStart(4, "0")}`;
  const member = await kampus.signUp();
  await recovery.givePhone(member, phone);
  return { ...member, phone };
};
const memberWithCode = async () => {
  const member = await memberWithPhone();
  await recovery.askByPhone({ phone: member.phone });
  return { ...member, code: await recovery.textedCode(member.phone) };
};
const other = (code: string, step = 1) =>
  String((Number(code) + step) % 100_000_000).padStart(8, "0");

const wrongCode = { code: "invalid", errors: { code: ["Неверный или устаревший код"] } };

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
/** Posts a form like a browser or curl. */
const postForm = async (path: string, data: FormData) => {
  const request = new Response(data);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const body = Buffer.from(await request.arrayBuffer());
  return kampus.post(`/api/ru/password/${path}`, body, { headers });
};

describe("recovery by telephone", () => {
  it("works with forms as with JSON: the code is requested, checked and used, and a mail announces it", async () => {
    const { phone, email } = await memberWithPhone();
    const captcha = await kampus.captcha();
    const written = phone.replace(/(\+998)(90)(\d{3})(\d\d)(\d\d)/, "$1 ($2) $3-$4-$5");
    expect(statusAndBody(await postForm("phone", form({ phone: written, ...captcha })))).toEqual([
      200,
      { message: "Если этот номер указан в аккаунте, мы отправили на него код" },
    ]);
    const code = await recovery.textedCode(phone);
    expect((await postForm("code/check/otp", form({ phone, code }))).statusCode).toBe(200);
    expect(
      (await recovery.checkPhone(phone, ` ${code.slice(0, 4)} ${code.slice(4)}`)).statusCode,
    ).toBe(200);
    const password = "новый пароль";
    const fields = { phone, code, password, password_confirmation: password };
    expect((await postForm("reset/otp", form(fields))).statusCode).toBe(200);
    expect((await kampus.signIn(email, password)).statusCode).toBe(200);
    expect((await recovery.resetByPhone(phone, code)).statusCode).toBe(422);
    const [notice] = await kampus.mails(email, 2);
    expect(notice?.subject).toBe("Пароль изменён — Кампус");
  });

  it("refuses a form that is not UTF-8, instead of reading another password from it", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const part =
      '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\ncaf\xe9\r\n--x--\r\n';
    const body = Buffer.from(part, "latin1");
    const answer = await kampus.post("/api/ru/password/reset/otp", body, { headers });
    expect(statusAndBody(answer)).toMatchObject([400, { code: "malformed" }]);
  });

  it("answers the same for an unknown number, and texts nobody else", async () => {
    const { phone } = await memberWithPhone();
    const unknown = await recovery.askByPhone({ phone: "+998999999999" });
    const known = await recovery.askByPhone({ phone });
    await recovery.textedCode(phone);
    expect(statusAndBody(unknown)).toEqual([200, known.json()]);
    expect(await kampus.mails("+998999999999", 0)).toEqual([]);
    const check = await recovery.checkPhone("+998999999999", "00000000");
    expect(statusAndBody(check)).toMatchObject([422, wrongCode]);
  });

  it("shows the text in the mailbox, in the member's language, under its number with a plus or without", async () => {
    const { phone, code } = await memberWithCode();
    for (const to of [phone, ` ${phone.slice(1)}`, phone.slice(1)]) {
      const [sms] = await kampus.mails(to);
      expect(sms).toMatchObject({ to: phone, subject: "SMS", html: "" });
      expect(sms?.text).toBe(
        `Кампус: ${code} — код для нового пароля. Действует 10 минут. Никому его не сообщайте.`,
      );
    }
  });

  it.each([
    [{ phone: "" }, "phone", "Обязательное поле"],
    [{ phone: "901234567" }, "phone", "Укажите номер с кодом страны"],
    [{ phone: "+99890123456x" }, "phone", "Укажите номер с кодом страны"],
    [{ phone: "+998901234567", captcha: "no" }, "captcha", "Неверный код с картинки"],
  ])("with %j is refused on %s", async (fields, field, message) => {
    const answer = await recovery.askByPhone(fields);
    const errors = faultsIn(answer);
    expect([answer.statusCode, errors[field]?.[0]]).toEqual([
      422,
      expect.stringContaining(message),
    ]);
  });
});

describe("a texted code", () => {
  it("has five tries: after five wrong ones the right one is wrong too", async () => {
    const { phone, code, email, password } = await memberWithCode();
    for (const step of [1, 2, 3, 4]) await recovery.checkPhone(phone, other(code, step));
    expect((await recovery.checkPhone(phone, code)).statusCode).toBe(200);
    expect((await recovery.resetByPhone(phone, other(code, 5))).statusCode).toBe(422);
    const late = [await recovery.checkPhone(phone, code), await recovery.resetByPhone(phone, code)];
    for (const answer of late) expect(answer.json()).toMatchObject(wrongCode);
    expect((await kampus.signIn(email, password)).statusCode).toBe(200);
  });

  it("can be tried five times even when 40 tries come at once, and then the right one is refused too", async () => {
    const { phone, code, id } = await memberWithCode();
    const guesses = Array.from({ length: 40 }, (_, step) => other(code, step + 1));
    await Promise.all(guesses.map((guess) => recovery.checkPhone(phone, guess)));
    const { attempts } = await kampus.db
      .selectFrom("asked_codes")
      .select("attempts")
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(5);
    expect((await recovery.resetByPhone(phone, code)).statusCode).toBe(422);
  });

  it("works once, even when it is used 5 times at once", async () => {
    const { phone, code } = await memberWithCode();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        recovery.resetByPhone(phone, code, `password ${index}`),
      ),
    );
    expect(statuses(answers).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  it("works with its own number alone, and not as a mailed code", async () => {
    const [one, stranger] = [await memberWithCode(), await memberWithCode()];
    const answers = [
      await recovery.checkPhone(stranger.phone, one.code),
      await recovery.resetByPhone(stranger.phone, one.code),
      await recovery.check(one.code),
      await recovery.reset(one.code),
    ];
    expect(statuses(answers)).toEqual([422, 422, 422, 422]);
    await recovery.ask({ email: one.email });
    const mailed = await recovery.mailedCode(one.email, 2);
    expect((await recovery.checkPhone(one.phone, mailed)).statusCode).toBe(422);
    // The newest code alone counts, whichever way it came.
    expect((await recovery.checkPhone(one.phone, one.code)).statusCode).toBe(422);
    expect((await recovery.check(mailed)).statusCode).toBe(200);
  });

  it("works for ten minutes", async () => {
    const member = await memberWithCode();
    await recovery.expire(member);
    const answers = [
      await recovery.checkPhone(member.phone, member.code),
      await recovery.resetByPhone(member.phone, member.code),
    ];
    for (const answer of answers) expect(answer.json()).toMatchObject(wrongCode);
  });
});

describe("a form", () => {
  const raw = (body: string, type: string) =>
    kampus.post("/api/ru/password/phone", body, { headers: { "content-type": type } });

  it.each([
    ["without a boundary", "x", "multipart/form-data", 400],
    ["of another boundary", "--b\r\n\r\n--b--\r\n", "multipart/form-data; boundary=a", 400],
    ["cut short", "--a\r\nContent-Dis", "multipart/form-data; boundary=a", 400],
    ["empty", "", "multipart/form-data; boundary=a", 400],
    ["without fields", "--a--\r\n", "multipart/form-data; boundary=a", 422],
    ["too large", "x".repeat(17 * 1024), "multipart/form-data; boundary=a", 413],
    ["of another kind", "phone=1", "application/x-www-form-urlencoded", 415],
  ])("that is malformed (%s) is refused without a fault", async (_title, body, type, status) => {
    expect((await raw(body, type)).statusCode).toBe(status);
  });

  it("with files or the names of built-ins is refused on its fields", async () => {
    const data = form({ __proto__: "x", constructor: "x", captcha: "x", key: "x" });
    data.append("__proto__", "x");
    data.append("phone", new Blob(["+998901234567"]), "phone.txt");
    expect(statusAndBody(await postForm("phone", data))).toMatchObject([
      422,
      { errors: { phone: ["Недопустимое значение"] } },
    ]);
  });
});
