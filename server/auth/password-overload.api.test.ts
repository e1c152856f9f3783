/** More logins than passwords can be compared: whoever is let in is answered soon, and the rest at once. */
import { expect, it } from "vitest";
import { captchaAnswer, kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1" });
const atOnce = 150;

it("logins past two seconds of work are refused with the time to come again, and spend no captcha; captchas wait for none of them", async () => {
  const keys = await Promise.all(Array.from({ length: atOnce }, () => kampus.captchaKey()));
  const logIn = (key: string) => {
    const login = `nobody.${key.slice(0, 8)}@kampus.example`;
    return kampus.post("/api/ru/login", { login, password: "wrong", captcha: captchaAnswer, key });
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
