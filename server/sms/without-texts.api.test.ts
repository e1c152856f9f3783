/** A deployment that sends mail, but no text messages. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { newPhone, testRecoveryPhone } from "#server/testing/test-recovery-phone.ts";

let kampus: TestKampus;
beforeAll(async () => {
  kampus = await startTestKampus({ SMTP_URL: "smtp://127.0.0.1:9" });
});
afterAll(() => kampus.close());

const waiting = async (name: string) =>
  (await sql`SELECT FROM pgboss.job WHERE name = ${name} AND state <= 'active'`.execute(kampus.db))
    .rows.length;
const queuedTexts = () => waiting("sms");
const queuedRecoveries = () => waiting("recovery");

it("tells who adds a telephone that no code will come, and queues none", async () => {
  const member = await oneMember(kampus);
  expect(statusAndBody(await testRecoveryPhone(kampus).begin(member, newPhone()))).toMatchObject([
    422,
    { errors: { phone: ["Text messages are not sent here"] } },
  ]);
  expect(await queuedTexts()).toBe(0);
});

it("a visitor who recovers by telephone gets the same answer whether an account has the number or not, and no text is queued", async () => {
  const member = await oneMember(kampus);
  const recovery = testRecovery(kampus);
  const phone = newPhone();
  await recovery.givePhone(member, phone);
  const [known, unknown] = [
    await recovery.askByPhone({ phone }),
    await recovery.askByPhone({ phone: newPhone() }),
  ];
  expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
  expect(unknown.body).toEqual(known.body);
  await expect.poll(queuedRecoveries).toBe(0);
  expect(await queuedTexts()).toBe(0);
});
