import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { startTestSmtp } from "#server/testing/doubles/test-smtp.ts";

/** Every row of every table, as text; bytes in hex. */
async function dump({ db }: TestKampus): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(
    db,
  );
  const rows = [];
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`
      SELECT to_jsonb(one)::text AS row FROM ${sql.raw(name)} AS one`.execute(db);
    rows.push(name, ...found.rows.map(({ row }) => row));
  }
  return rows.join("\n");
}

it("a dump of the database and the log hold no password, token, link or code once they are on their way", async () => {
  const lines: string[] = [];
  const texted: string[] = [];
  const smtp = await startTestSmtp();
  const webhook = createServer((request, response) => {
    void text(request).then((body) => {
      texted.push(body);
      response.end();
    });
  });
  const webhookPort = await listenOnFreePort(webhook);
  const kampus = await startTestKampus(
    {
      SMTP_URL: smtp.url,
      SMS_URL: `http://127.0.0.1:${webhookPort}`,
    },
    createLog("trace", { write: (line) => void lines.push(line) }),
  );
  const recovery = testRecovery(kampus);
  const mailed = async (email: string, pattern: RegExp) => {
    const found = () =>
      smtp
        .to(email)
        .map((mail) => pattern.exec(mail.text)?.[1])
        .find(Boolean);
    await expect.poll(found, { timeout: 10_000 }).toBeTruthy();
    return found() ?? "";
  };

  const [member, other] = [
    await kampus.signUp({ password: "canary password one" }),
    await kampus.signUp({ password: "canary password two" }),
  ];
  const link = await mailed(member.email, /\/confirmation\/([\w-]+)/);
  await recovery.ask({ email: member.email });
  const code = await mailed(member.email, /^([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})$/m);
  await recovery.givePhone(other, "+998901234567");
  await recovery.askByPhone({ phone: "+998901234567" });
  await expect.poll(() => texted, { timeout: 10_000 }).toHaveLength(1);
  const digits = /\b\d{8}\b/.exec(texted.join())?.[0] ?? "";
  await recovery.checkPhone("+998901234567", digits);
  await recovery.check(code);
  const { token } = (await kampus.signIn(other.email, other.password)).json<{ token: string }>();
  await recovery.checkPhone("+998901234567", "12345678");
  await kampus.signIn(other.email, "canary password wrong");

  const holds = async () => {
    const kept = await dump(kampus);
    expect(kept).toContain(member.email);
    expect(kept).toContain("asked_codes");
    const secrets = [member.token, other.token, token, link, code, code.replaceAll("-", "")];
    secrets.push(digits, "canary password");
    const everywhere = kept + lines.join("\n");
    return secrets.filter(
      (secret) =>
        // Whole, for eight digits may be part of any number.
        new RegExp(`\\b${secret}\\b`).test(everywhere) ||
        everywhere.includes(Buffer.from(secret).toString("hex")),
    );
  };
  // A job that is done is deleted right after what it sent has arrived.
  await expect.poll(holds, { timeout: 10_000 }).toEqual([]);

  await recovery.reset(code, "canary password new");
  await recovery.resetByPhone("+998901234567", digits, "canary password new");
  expect(await holds()).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
  await kampus.close();
  await smtp.close();
  webhook.close();
}, 60_000);
