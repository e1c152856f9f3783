import { describe, expect, it } from "vitest";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const { kampus, post, login } = limitedKampus();

const check = (code: string, remoteAddress: string) =>
  post("/password/code/check", { code }, { remoteAddress });
const reset = (code: string, remoteAddress: string) =>
  post(
    "/password/reset",
    { code, password: "new password", password_confirmation: "new password" },
    { remoteAddress },
  );
const checkPhone = (code: string, remoteAddress: string) =>
  post("/password/code/check/otp", { phone: "+998901234567", code }, { remoteAddress });
const ask = async (email: string, remoteAddress: string) => {
  const key = await kampus.captchaKey();
  return post("/password/email", { email, captcha: captchaAnswer, key }, { remoteAddress });
};

describe("wrong recovery codes", () => {
  it("are refused from the eleventh of a network address, by any call, and from then on the right code too", async () => {
    const { code } = await testRecovery(kampus).memberWithCode();
    const from = "192.0.2.1";
    const answers = [
      ...(await times(4, (index) => check(`wrong ${index}`, from))),
      ...(await times(3, (index) => reset(`wrong ${index}`, from))),
      ...(await times(3, (index) => checkPhone(`1234567${index}`, from))),
    ];
    expect(statuses(answers)).toEqual(Array<number>(10).fill(422));
    const refused = [await check(code, from), await reset(code, from), await checkPhone("1", from)];
    expect(statuses(refused)).toEqual([429, 429, 429]);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(1_700);
    expect((await check(code, "192.0.2.2")).statusCode).toBe(200);
  });

  it("are limited to ten even when more come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => check(`wrong ${index}`, "192.0.2.3")),
    );
    expect(statuses(answers).sort()).toEqual([
      ...Array<number>(10).fill(422),
      ...Array<number>(20).fill(429),
    ]);
  });

  it("do not include right ones: a code may be checked as often as its member likes", async () => {
    const { code } = await testRecovery(kampus).memberWithCode();
    const answers = await times(15, () => check(code, "192.0.2.4"));
    expect(statuses(answers)).toEqual(Array<number>(15).fill(200));
  });
});

describe("asking for codes", () => {
  it("is refused from the 61st time in half an hour from a network address, whether accounts are known or not", async () => {
    const answers = await times(61, (index) => ask(`nobody.${index}@kampus.example`, "192.0.2.5"));
    expect(statuses(answers)).toEqual([...Array<number>(60).fill(200), 429]);
    expect((await ask("nobody@kampus.example", "192.0.2.6")).statusCode).toBe(200);
  });

  it("sends an account ten an hour for one network, and answers the same beyond that", async () => {
    const { email } = await kampus.signUp();
    const last = await kampus.signUp();
    const answers = await times(12, () => ask(email, "192.0.2.10"));
    expect(statuses(answers)).toEqual(Array<number>(12).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    await ask(last.email, "192.0.2.30");
    await kampus.mails(last.email, 2); // asked for last, so the others have been seen to
    expect(await kampus.mails(email)).toHaveLength(11);
  });
});

describe("a reset", () => {
  it("lets a member in who failed to sign in before it", async () => {
    const { email, code } = await testRecovery(kampus).memberWithCode();
    const from = "192.0.2.40";
    await times(5, () => login(email, "forgotten", from));
    expect((await login(email, "forgotten", from)).statusCode).toBe(429);
    expect((await reset(code, from)).statusCode).toBe(200);
    expect((await login(email, "new password", from)).statusCode).toBe(200);
  });
});
