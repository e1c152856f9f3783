/** Closing and opening the sign-up (D-CLOSED). */
import Fastify from "fastify";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { registrationPlugin } from "#server/settings/registration.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";
import { translatorFor } from "#server/infra/translations.ts";

const kampus = kampusForFile();
const registration = async (...words: string[]) => {
  const lines = await testOperator(kampus)("registration", ...words);
  await kampus.app.refreshRegistration();
  return lines;
};
const signUp = async (locale = "ru") =>
  kampus.post(`/api/${locale}/registration`, {
    surname: "Каримов",
    name: "Алишер",
    patronymic: "Бахтиёрович",
    email: `closed.${locale.toLowerCase()}@kampus.example`,
    password: "a long enough password",
    password_confirmation: "a long enough password",
    ...(await kampus.captcha()),
  });
const closedIn = (locale: string) => translatorFor(locale)("Errors.registrationClosed");
const config = async () => (await kampus.get("/config.js")).body;
afterEach(async () => {
  await kampus.db.deleteFrom("set_settings").execute();
  await kampus.app.refreshRegistration();
});

describe("while the sign-up is closed", () => {
  it.each(locales)("nobody signs up, and is told so in %s", async (locale) => {
    await registration("close");
    const answer = await signUp(locale);
    expect(statusAndBody(answer)).toEqual([403, { code: "forbidden", message: closedIn(locale) }]);
  });

  it("/config.js has the text of the closed sign-up in every language", async () => {
    await registration("close");
    for (const locale of locales) expect(await config()).toContain(closedIn(locale));
    expect(await config()).toContain('setAttribute("data-signup-closed","")');
  });

  it("members sign in, correct and confirm their address, and the operator makes accounts", async () => {
    const member = await kampus.signUp();
    await registration("close");
    const checked = await kampus.post("/api/en/registration/email", {
      email: "free.address@kampus.example",
    });
    expect(checked.statusCode).toBe(200);
    expect((await kampus.signIn(member.email, member.password)).statusCode).toBe(200);
    const token = await kampus.confirmationToken(member.email);
    expect((await kampus.post("/api/en/email/verify", { token })).statusCode).toBe(200);
    const names = ["--surname", "Каримов", "--name", "Али", "--patronymic", "Олимович"];
    const words = ["members", "create", "--email", "by.operator@kampus.example", ...names];
    expect((await testOperator(kampus)(...words))[0]).toMatch(/^✓ Created/);
  });

  it("a node that starts lets nobody in", async () => {
    await registration("close");
    const app = Fastify();
    await app.register(registrationPlugin, { db: kampus.db });
    expect(app.registrationIsClosed()).toBe(true);
    await app.close();
  });
});

it("the sign-up works again once it is opened", async () => {
  await registration("close");
  await registration("open");
  expect((await signUp()).statusCode).toBe(201);
  expect(await config()).not.toContain("registrationClosed");
});

it("the command says what holds, changes nothing in a dry run, and refuses what is so already", async () => {
  expect(await registration()).toEqual(["The sign-up is open"]);
  await registration("close", "--dry-run");
  expect(await registration()).toEqual(["The sign-up is open"]);
  await expect(registration("open")).rejects.toThrow("is open already");
  await registration("close");
  expect(await registration("--json")).toEqual(["{", '  "registration": "closed"', "}"]);
  await expect(registration("close")).rejects.toThrow("is closed already");
});

it("the command is refused before a node of this build has started, because older nodes would let everybody in", async () => {
  await sql`SELECT pgboss.delete_queue('publication')`.execute(kampus.db);
  await expect(registration("close")).rejects.toThrow("before a node of this build has started");
  expect(await registration()).toEqual(["The sign-up is open"]);
});
