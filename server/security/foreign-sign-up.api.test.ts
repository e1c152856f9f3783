/** SEC-A6: nobody keeps an account that they made with the address of somebody else. */
import { describe, expect, it } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { newPhone, testRecoveryPhone } from "#server/testing/test-recovery-phone.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus, "en");
const phones = testRecoveryPhone(kampus);

const statusFor = async (token: string) => (await kampus.get("/api/en/user", { token })).statusCode;

describe("the owner of an address with which somebody else has signed up", () => {
  it.each([
    ["ru", "не открывайте"],
    ["en", "do not open it"],
    ["uz", "uni ochmang"],
    ["uz-Cyrl", "уни очманг"],
  ])("is warned by the mail not to open its link (%s)", async (locale, warning) => {
    const email = `owner.${locale.toLowerCase()}@${kampus.env.accountDomains[0]}`;
    const password = { password: "not theirs", password_confirmation: "not theirs" };
    const names = { surname: "Каримов", name: "Алишер", patronymic: "Бахтиёрович" };
    const form = { ...names, ...password, email, captcha: captchaAnswer };
    await kampus.post(`/api/${locale}/registration`, { ...form, key: await kampus.captchaKey() });
    expect((await kampus.mails(email))[0]?.text).toContain(warning);
  });

  it("takes the account by recovery, also after opening the link: nothing that the other has works any more", async () => {
    const other = await kampus.member();
    const phone = newPhone();
    const texted = await phones.codeFor(other, phone);
    const answer = await kampus.get("/api/en/calendar", { token: other.token });
    const calendar = new URL(answer.json<{ data: { url: string } }>().data.url).pathname;
    await phones.confirm(other, phone, texted);

    await recovery.ask({ email: other.email });
    await recovery.reset(await recovery.mailedCode(other.email, 3), "the owner's password");

    expect(await statusFor(other.token)).toBe(401);
    expect((await kampus.get(calendar)).statusCode).toBe(404);
    expect((await kampus.signIn(other.email, other.password)).statusCode).toBe(422);
    const entered = await kampus.signIn(other.email, "the owner's password");
    const { token } = entered.json<{ token: string }>();
    expect(await statusFor(token)).toBe(200);
    expect((await phones.phoneOf({ token })).phone).toBeNull();
  });
});
