/** More logins than passwords can be compared: accepted ones are answered soon, and the rest is refused at once. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1" });
/** Whatever the processor, it compares fewer passwords than these in two seconds. */
const atOnce = 600;
/** Has each call come from a network of its own, so that no limit of a network refuses it. */
const from = (index: number) => ({ remoteAddress: `10.0.${index >> 8}.${index & 255}` });

it("logins beyond two seconds of work are refused with Retry-After, spend no captcha, and delay no captcha", async () => {
  const keys: string[] = Array.from({ length: atOnce }, () => randomUUID());
  const expires_at = sql<Date>`now() + interval '5 minutes'`;
  const drawn = keys.map((key) => ({ key, answer: "another", expires_at }));
  await kampus.db.insertInto("captchas").values(drawn).execute();
  const logIn = (key: string) => {
    const login = `nobody.${key.slice(0, 8)}@kampus.example`;
    const body = { login, password: "wrong", captcha: captchaAnswer, key };
    return kampus.post("/api/ru/login", body, from(keys.indexOf(key)));
  };
  const ended: string[] = [];
  const crowd = Promise.all(keys.map(async (key) => ({ key, answer: await logIn(key) })));
  const [answers] = await Promise.all([
    crowd.finally(() => ended.push("logins")),
    kampus.captchaKey().finally(() => ended.push("captcha")),
  ]);
  expect(ended).toEqual(["captcha", "logins"]);

  const codes = Map.groupBy(answers, ({ answer }) => answer.json<{ code: string }>().code);
  expect([...codes.keys()].sort()).toEqual(["credentials_invalid", "unavailable"]);
  const refused = codes.get("unavailable") ?? [];
  for (const { answer } of refused) {
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(2);
  }
  expect((await logIn(refused[0]?.key ?? "")).json()).toMatchObject({
    code: "credentials_invalid",
  });
});
