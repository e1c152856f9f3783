import { describe, expect, it } from "vitest";
import { faultsIn, statusAndBody } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const form = async (fields: Record<string, unknown> = {}) => ({
  surname: "Юсупова",
  name: "Мадина",
  patronymic: "Рустамовна",
  email: "madina.yusupova@kampus.example",
  password: "secret",
  password_confirmation: "secret",
  ...(await kampus.captcha()),
  ...fields,
});

describe("registration", () => {
  it("answers 201 with a token that signs the member in, unverified", async () => {
    const answer = await kampus.post("/api/ru/registration", await form());
    expect(answer.statusCode).toBe(201);
    const { token, user } = answer.json<{ token: string; user: object }>();
    const expected = {
      fullname: "Юсупова Мадина Рустамовна",
      verified: false,
      image: null,
      locale: "ru",
    };
    expect(user).toMatchObject(expected);
    const me = await kampus.get("/api/ru/user", { token });
    expect(me.json<{ data: object }>().data).toEqual(user);
  });

  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["Nowhere/At_All", null],
    [undefined, null],
    [null, null],
  ])("stores the time zone of the browser where it is one (%s)", async (time_zone, kept) => {
    const email = `zone${String(kept).length}${String(time_zone).length}@kampus.example`;
    const answer = await kampus.post("/api/ru/registration", await form({ email, time_zone }));
    const { token } = answer.json<{ token: string }>();
    const account = await kampus.get("/api/ru/profile/setting/account", { token });
    expect(account.json()).toMatchObject({ data: { time_zone: kept } });
  });

  it("refuses a taken address whatever its case, on the field", async () => {
    const member = await kampus.signUp();
    const answer = await kampus.post(
      "/api/en/registration",
      await form({ email: member.email.toUpperCase() }),
    );
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      message: "Please check the fields",
      code: "invalid",
      errors: { email: ["This address is already taken"] },
    });
  });

  it("makes one account of 20 equal sign-ups at once", async () => {
    const forms = await Promise.all(
      Array.from({ length: 20 }, () => form({ email: "racing@kampus.example" })),
    );
    const answers = await Promise.all(
      forms.map((body) => kampus.post("/api/ru/registration", body)),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      201,
      ...Array<number>(19).fill(422),
    ]);
  });

  it.each([
    ["surname", "", "Обязательное поле"],
    ["surname", "   ", "Обязательное поле"],
    ["surname", "\u200b\u2060", "Обязательное поле"],
    ["name", "А", "Минимум 2 символа"],
    ["patronymic", "а".repeat(256), "Максимум 255 символов"],
    ["name", "Анна Мария", "Значение не должно иметь пробельные символы"],
    ["name", "Ни\0на", "Недопустимое значение"],
    ["name", 7, "Недопустимое значение"],
    ["email", "short@kampus.example", "Минимум 6 символов"],
    ["email", "1digits@kampus.example", "Невалидный Email адрес"],
    ["email", "алишер@kampus.example", "Используйте латинские буквы, цифры и знаки . _ -"],
    ["email", "someone@other.example", "Невалидный Email адрес"],
    ["email", "someone@talim.example", "Невалидный Email адрес"],
    ["email", "some one@kampus.example", "Значение не должно иметь пробельные символы"],
    ["password", " ", "Обязательное поле"],
    ["password_confirmation", "other", "Пароли не совпадают"],
    ["captcha", "", "Обязательное поле"],
    ["captcha", "wrong", "Неверный код с картинки"],
  ])("refuses %s %j with «%s»", async (field, value, message) => {
    const answer = await kampus.post(
      "/api/ru/registration",
      await form({ email: "refused@kampus.example", [field]: value }),
    );
    expect(answer.statusCode).toBe(422);
    expect(faultsIn(answer)[field]).toContain(message);
  });
});

describe("login", () => {
  it("answers a new token each time", async () => {
    const { email, password, token } = await kampus.signUp();
    const answer = await kampus.signIn(email.toUpperCase(), password);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<{ token: string }>().token).not.toBe(token);
  });

  it("answers a wrong password and an unknown login alike", async () => {
    const { email } = await kampus.signUp();
    const wrong = await kampus.signIn(email, "not it");
    const unknown = await kampus.signIn("nobody.here@kampus.example", "not it");
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json()).toEqual({
      message: "Неверный логин или пароль",
      code: "credentials_invalid",
    });
    expect(unknown.json()).toEqual(wrong.json());
  });
});

describe("session", () => {
  it("needs the Authorization header: a cookie or a query signs nobody in", async () => {
    const { token } = await kampus.signUp();
    const answers = await Promise.all([
      kampus.get("/api/ru/user"),
      kampus.get("/api/ru/user", { headers: { cookie: `token=${token}` } }),
      kampus.get("/api/ru/user", { query: { token } }),
      kampus.get("/api/ru/user", { token: `${token}x` }),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401]);
    expect(answers[0].json()).toEqual({
      message: "Войдите, чтобы продолжить",
      code: "unauthenticated",
    });
  });

  it("ends at logout", async () => {
    const { token } = await kampus.signUp();
    expect((await kampus.post("/api/logout", undefined, { token })).statusCode).toBe(200);
    expect((await kampus.get("/api/ru/user", { token })).statusCode).toBe(401);
  });

  it("ends after 7 days", async () => {
    const { id, token } = await kampus.signUp();
    const { expires_at, created_at } = await kampus.db
      .selectFrom("sessions")
      .select(["expires_at", "created_at"])
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(7 * 24 * 60 * 60 * 1000);
    await kampus.db
      .updateTable("sessions")
      .set({ expires_at: new Date(0) })
      .where("user_id", "=", id)
      .execute();
    expect((await kampus.get("/api/ru/user", { token })).statusCode).toBe(401);
  });

  it("is stored as a hash alone", async () => {
    const { token } = await kampus.signUp();
    const rows = await kampus.db.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("confirmation", () => {
  it("verifies the member once by the mailed link", async () => {
    const { email, token } = await kampus.signUp();
    const link = await kampus.confirmationToken(email);
    const first = await kampus.post("/api/ru/email/verify", { token: link });
    expect(statusAndBody(first)).toEqual([200, { message: "Адрес почты подтверждён" }]);
    const me = await kampus.get("/api/ru/user", { token });
    expect(me.json<{ data: object }>().data).toMatchObject({ verified: true });
    expect((await kampus.post("/api/ru/email/verify", { token: link })).statusCode).toBe(422);
  });

  it("mails a new link on request, and the old one stops working", async () => {
    const { email, token } = await kampus.signUp();
    const oldLink = await kampus.confirmationToken(email);
    const answer = await kampus.get("/api/ru/email/resend", { token });
    expect(answer.json()).toEqual({ message: "Ссылка повторно отправлена" });
    const newLink = await kampus.confirmationToken(email, 2);
    expect((await kampus.post("/api/ru/email/verify", { token: oldLink })).statusCode).toBe(422);
    expect((await kampus.post("/api/ru/email/verify", { token: newLink })).statusCode).toBe(200);
  });

  it("is mailed in the language of the sign-up", async () => {
    const key = await kampus.captchaKey();
    await kampus.post("/api/en/registration", await form({ email: "english@kampus.example", key }));
    const [mail] = await kampus.mails("english@kampus.example");
    expect(mail).toMatchObject({ subject: "Confirm your address — Kampus" });
    expect(mail?.text).toContain("http://site.kampus.localhost:3000/en/confirmation/");
  });

  it("is required everywhere else: unverified members are refused", async () => {
    const { token } = await kampus.signUp();
    expect(statusAndBody(await kampus.get("/api/en/users", { token }))).toEqual([
      403,
      { message: "Confirm your email address first", code: "not_verified" },
    ]);
  });
});
