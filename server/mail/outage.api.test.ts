import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { startTestSmtp } from "#server/testing/doubles/test-smtp.ts";

let kampus: TestKampus | undefined;
afterEach(async () => {
  await kampus?.close();
});

it("a node that starts says why the mail server takes nothing of it", async () => {
  const away = await startTestSmtp();
  await away.close();
  const warnings: string[] = [];
  const write = (line: string) => void warnings.push(line);
  kampus = await startTestKampus({ SMTP_URL: away.url }, pino({ level: "warn" }, { write }));
  await expect
    .poll(() => warnings.join(""))
    .toMatch(/SMTP_URL: connect ECONNREFUSED 127\.0\.0\.1:\d+: mails wait in the queue/);
});

it("without a mail server members sign up and request codes as usual; their mails arrive once it is back", async () => {
  const away = await startTestSmtp();
  await away.close();
  kampus = await startTestKampus({ SMTP_URL: away.url, BRAND_NAME: "Kampus" });
  const { email } = await kampus.signUp();
  const asked = await testRecovery(kampus).ask({ email });
  expect(asked.statusCode).toBe(200);
  const smtp = await startTestSmtp({ port: away.port });
  const subjects = () => smtp.to(email).map(({ headers }) => headers.get("subject"));
  await expect
    .poll(() => subjects().sort(), { timeout: 15_000 })
    .toEqual(["Код для нового пароля — Кампус", "Подтвердите адрес — Кампус"]);

  // With these mails the member confirms the address and signs in again.
  const texts = smtp.to(email).map(({ text }) => text);
  const token = /\/ru\/confirmation\/([\w-]+)/.exec(texts.join())?.[1] ?? "";
  expect((await kampus.post("/api/ru/email/verify", { token })).statusCode).toBe(200);
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(texts.join())?.[0] ?? "";
  expect((await testRecovery(kampus).reset(code)).statusCode).toBe(200);
  await expect.poll(() => subjects().length, { timeout: 15_000 }).toBe(3);
  await smtp.close();
}, 40_000);

it("a recovery code whose ten minutes end before the mail server is back is never mailed; other mails are", async () => {
  const away = await startTestSmtp();
  await away.close();
  kampus = await startTestKampus({ SMTP_URL: away.url, BRAND_NAME: "Kampus" });
  const { db } = kampus;
  const { email } = await kampus.signUp();
  await testRecovery(kampus).ask({ email });
  const letTenMinutesPass = async () => {
    const { rows } = await sql`
      UPDATE pgboss.job SET data = jsonb_set(data, '{expires_at}',
        to_jsonb((data->>'expires_at')::timestamptz - interval '10 minutes'))
      WHERE name = 'mail' AND data ? 'expires_at' RETURNING id`.execute(db);
    return rows.length;
  };
  await expect.poll(letTenMinutesPass, { timeout: 15_000 }).toBe(1);
  const smtp = await startTestSmtp({ port: away.port });
  const waiting = async () =>
    (await sql`SELECT FROM pgboss.job WHERE name = 'mail'`.execute(db)).rows.length;
  await expect.poll(waiting, { timeout: 15_000 }).toBe(0);
  expect(smtp.to(email).map(({ headers }) => headers.get("subject"))).toEqual([
    "Подтвердите адрес — Кампус",
  ]);
  await smtp.close();
}, 40_000);
