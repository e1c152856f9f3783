import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { newPhone, testRecoveryPhone } from "#server/testing/test-recovery-phone.ts";

let kampus: TestKampus | undefined;
afterEach(async () => {
  await kampus?.close();
});

it("a text for a recovery or a new telephone waits for the webhook no longer than its code is valid", async () => {
  kampus = await startTestKampus({ SMS_URL: "http://127.0.0.1:1/" });
  const { db } = kampus;
  const [member, other] = [await kampus.member(), await kampus.member()];
  const [given, added] = [newPhone(), newPhone()];
  const recovery = testRecovery(kampus);
  await recovery.givePhone(member, given);
  expect((await recovery.askByPhone({ phone: given })).statusCode).toBe(200);
  expect((await testRecoveryPhone(kampus).begin(other, added)).statusCode).toBe(200);
  const waiting = async () => {
    const { rows } = await sql<{ to: string; expires_at: string }>`
      SELECT data->>'to' AS to, data->>'expires_at' AS expires_at FROM pgboss.job
      WHERE name = 'sms' ORDER BY data->>'to'`.execute(db);
    return rows;
  };
  await expect.poll(async () => (await waiting()).length, { timeout: 15_000 }).toBe(2);
  const codes = await sql<{ to: string; expires_at: Date }>`
    SELECT ${given}::text AS to, expires_at FROM asked_codes WHERE kind = 'phone'
    UNION SELECT phone, expires_at FROM phone_changes ORDER BY 1`.execute(db);
  expect(await waiting()).toEqual(
    codes.rows.map(({ to, expires_at }) => ({ to, expires_at: expires_at.toISOString() })),
  );
}, 40_000);
