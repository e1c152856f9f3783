/** PostgreSQL that crashes, refuses writes, or stands behind a pooler. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Crowd, gatherCrowd } from "#e2e/faults/crowd.ts";
import { closedAtEnd, isShort, type TwoNodes, startSite } from "#e2e/faults/site.ts";
import { captchaAnswer } from "#e2e/kampus.ts";
import { freshCaptcha, freshLocalPart, karimov } from "#e2e/members.ts";
import { startPgBouncer } from "#server/testing/doubles/pgbouncer.ts";

const perSecond = isShort ? 50 : 100;
const answerMsMax = 15_000;

let site: TwoNodes;
let crowd: Crowd;
const opened = closedAtEnd();
beforeAll(async () => {
  site = await opened(startSite({ databaseUrl: (url) => startPgBouncer(url) }));
  crowd = await opened(gatherCrowd(site, 10));
});

const readiness = () =>
  Promise.all(site.nodes.map(async (node) => (await node.request("", "/readyz")).status));

async function signUp(email: string): Promise<number> {
  // Without its database a node draws no captcha.
  const drawn = await freshCaptcha(site).catch(() => ({ key: crypto.randomUUID() }));
  const form = {
    ...karimov,
    email,
    ...{ password: "верный конь", password_confirmation: "верный конь" },
    ...{ captcha: captchaAnswer, ...drawn },
  };
  const answer = await site.request("", "/api/ru/registration", { method: "POST", body: form });
  return answer.status;
}

describe("two nodes whose PostgreSQL is behind PgBouncer", () => {
  it("answer 503 with Retry-After while it restarts after a crash, lose nothing and hang nowhere", async () => {
    const { postgres } = site.services;
    crowd.start(perSecond);
    await expect.poll(crowd.acknowledged, { timeout: 30_000 }).toBeGreaterThan(perSecond);
    await postgres.stop("SIGQUIT");
    await expect.poll(readiness, { timeout: 15_000 }).toEqual([503, 503]);
    await postgres.start();
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, 200]);
    const due = crowd.acknowledged() + 2 * perSecond;
    await expect.poll(crowd.acknowledged, { timeout: 30_000 }).toBeGreaterThan(due);
    await crowd.stop();
    await crowd.expectLedgerKept();
    expect(crowd.failures).not.toEqual([]);
    expect(new Set(crowd.failures)).toEqual(new Set(["503"]));
    expect(Math.max(...crowd.answerMs)).toBeLessThan(answerMsMax);
  });

  it("leave no sign-up half done when it crashes under sign-ups", async () => {
    const { postgres } = site.services;
    const addresses = Array.from({ length: 12 }, () => `${freshLocalPart()}@kampus.example`);
    const signingUp = Promise.all(addresses.map(signUp));
    await postgres.stop("SIGQUIT");
    await postgres.start();
    const first = await signingUp;
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, 200]);
    for (const [index, address] of addresses.entries()) {
      // A member whose sign-up was acknowledged has an account, and any other has either none or a complete one.
      const again = await signUp(address);
      expect([201, 422]).toContain(again);
      if (first[index] === 201) expect(again).toBe(422);
    }
    const halfDone = await postgres.query(
      "SELECT FROM users LEFT JOIN email_verifications ON user_id = users.id WHERE verified_at IS NULL AND user_id IS NULL",
    );
    expect(halfDone).toEqual([]);
  });

  it("are not ready while it refuses writes, and are again when it accepts them", async () => {
    const { postgres } = site.services;
    // ALTER SYSTEM writes no table, so that it is taken in either state.
    await postgres.query("ALTER SYSTEM SET default_transaction_read_only = on");
    await postgres.query("SELECT pg_reload_conf()");
    await expect.poll(readiness, { timeout: 15_000 }).toEqual([503, 503]);
    await postgres.query("ALTER SYSTEM RESET default_transaction_read_only");
    await postgres.query("SELECT pg_reload_conf()");
    await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, 200]);
  });
});
