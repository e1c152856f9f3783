import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { captchaWork } from "#lib/captcha/schema.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

async function solved(): Promise<{ key: string; captcha: string }> {
  const answer = await kampus.get("/api/captcha/work");
  const { key, work } = captchaWork.parse(answer.json());
  const found = await solveChallenge({ challenge: { parameters: work }, deriveKey });
  return { key, captcha: `${found?.counter}.${found?.derivedKey}` };
}

describe("the check without a picture", () => {
  it("sends the browser only what it needs for the work", async () => {
    const { work } = (await kampus.get("/api/captcha/work")).json<{ work: object }>();
    expect(Object.keys(work).sort()).toEqual([
      "algorithm",
      "cost",
      "keyLength",
      "keyPrefix",
      "nonce",
      "salt",
    ]);
  });

  it("lets one form pass of 50 that are sent with it at once", async () => {
    const { email: login, password } = await kampus.signUp();
    const body = { login, password, ...(await solved()) };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => kampus.post("/api/ru/login", body)),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  it("is spent by a wrong answer", async () => {
    const { email: login, password } = await kampus.signUp();
    const { key, captcha } = await solved();
    const wrong = await kampus.post("/api/ru/login", { login, password, key, captcha: "1.00" });
    expect(wrong.json()).toMatchObject({ errors: { captcha: ["Неверный код с картинки"] } });
    const late = await kampus.post("/api/ru/login", { login, password, key, captcha });
    expect(late.statusCode).toBe(422);
  });

  it("does not answer for another key", async () => {
    const { email: login, password } = await kampus.signUp();
    const [one, other] = [await solved(), await solved()];
    const body = { login, password, key: one.key, captcha: other.captcha };
    expect((await kampus.post("/api/ru/login", body)).statusCode).toBe(422);
  });
});

it("grows with each failure of a network, up to eight times, not for other networks nor by captchas that have expired", async () => {
  const strict = await startTestKampus({ RATE_LIMIT_SCALE: "1" });
  try {
    const fail = async (remoteAddress: string, isLate = false) => {
      const key = (await strict.get("/api/captcha/flat", { remoteAddress })).json<{ key: string }>()
        .key;
      if (isLate)
        await strict.db
          .updateTable("captchas")
          .set({ expires_at: sql<Date>`now()` })
          .execute();
      const body = { login: `nobody${key}@kampus.example`, password: "wrong", captcha: "no", key };
      return strict.post("/api/en/login", body, { remoteAddress });
    };
    /** Does the work that a network is given; returns how many counters that took. */
    const triesOf = async (remoteAddress: string) => {
      const { work, key } = captchaWork.parse(
        (await strict.get("/api/captcha/work", { remoteAddress })).json(),
      );
      const found = await solveChallenge({ challenge: { parameters: work }, deriveKey });
      expect(key).not.toBe("");
      return found?.counter ?? 0;
    };
    expect(await triesOf("192.0.2.1")).toBeLessThanOrEqual(600);
    for (let count = 0; count < 10; count += 1)
      expect((await fail("192.0.2.1", true)).statusCode).toBe(422);
    expect(await triesOf("192.0.2.1")).toBeLessThanOrEqual(600);
    for (let count = 0; count < 10; count += 1)
      expect((await fail("192.0.2.1")).statusCode).toBe(422);
    expect(await triesOf("192.0.2.1")).toBeGreaterThanOrEqual(1200);
    for (let count = 0; count < 30; count += 1) await fail("192.0.2.1");
    const longest = await triesOf("192.0.2.1");
    expect(longest).toBeGreaterThanOrEqual(2400);
    expect(longest).toBeLessThanOrEqual(4800);
    expect(await triesOf("192.0.2.9")).toBeLessThanOrEqual(600);
  } finally {
    await strict.close();
  }
}, 60_000);

it("captchas with and without a picture share one limit", async () => {
  const limited = await startTestKampus({ RATE_LIMIT_SCALE: "0.005" }); // 3 in ten minutes
  try {
    const paths = [
      "/api/captcha/flat",
      "/api/captcha/work",
      "/api/captcha/flat",
      "/api/captcha/work",
    ];
    const statuses = [];
    for (const path of paths) statuses.push((await limited.get(path)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});
