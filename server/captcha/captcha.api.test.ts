import { expect, it } from "vitest";
import { captchaAnswer, kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

it("is a 200×40 PNG behind a key", async () => {
  const { img } = (await kampus.get("/api/captcha/flat")).json<{ img: string }>();
  const png = Buffer.from(img.replace("data:image/png;base64,", ""), "base64");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 40]);
});

it("lets one of 50 submits with the same key pass", async () => {
  const { email: login, password } = await kampus.signUp();
  const key = await kampus.captchaKey();
  const body = { login, password, captcha: captchaAnswer, key };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => kampus.post("/api/ru/login", body)),
  );
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
});
