import { describe, expect, it } from "vitest";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { newPhone } from "#server/testing/test-recovery-phone.ts";

// Fifteen texts and three requests for recovery codes of a network, and one text of a member.
const { kampus, captchaKey, post, register } = limitedKampus({ RATE_LIMIT_SCALE: "0.05" });

/** So many members have a code sent to a number each, from one network. */
const addPhones = async (count: number, remoteAddress: string) => {
  const members = await signedInMembers(kampus, count);
  return times(count, (index) => {
    const { token = "", password = "" } = members[index] ?? {};
    const headers = { authorization: `Bearer ${token}` };
    const body = { phone: newPhone(), password };
    return post("/profile/setting/phone", body, { remoteAddress, headers });
  });
};
const recover = async (asked: object, remoteAddress: string, headers = {}) => {
  const form = { ...asked, captcha: captchaAnswer, key: await captchaKey() };
  const by = "phone" in asked ? "phone" : "email";
  return post(`/password/${by}`, form, { remoteAddress, headers });
};
const ok = (count: number) => Array<number>(count).fill(200);

describe("the text messages of a network", () => {
  it("have a ceiling, whatever members ask for them and to whatever numbers they go", async () => {
    const answers = await addPhones(16, "192.0.2.1");
    expect(statuses(answers)).toEqual([...ok(15), 429]);
    expect(answers[15]?.json()).toMatchObject({ code: "too_many_requests" });
    expect(Number(answers[15]?.headers["retry-after"])).toBeGreaterThan(3_000);
    expect(statuses(await addPhones(1, "192.0.2.2"))).toEqual([200]);
  });

  it("past the ceiling are refused to known and unknown numbers alike, also to a known device, and mail goes on", async () => {
    const from = "192.0.2.3";
    const email = "textlimits@kampus.example";
    const registered = await register({ email }, from);
    const cookie = String(registered.headers["set-cookie"]).split(";")[0];
    const phone = newPhone();
    const { id } = registered.json<{ user: { id: number } }>().user;
    await testRecovery(kampus).givePhone({ id }, phone);
    await addPhones(15, from);
    const known = await recover({ phone }, from);
    const unknown = await recover({ phone: newPhone() }, from);
    const device = await recover({ phone }, from, { cookie });
    expect(statuses([known, unknown, device])).toEqual([429, 429, 429]);
    expect([unknown.json(), device.json()]).toEqual([known.json(), known.json()]);
    expect((await recover({ email }, from, { cookie })).statusCode).toBe(200);
    expect(await kampus.mails(phone, 0)).toEqual([]);
  });

  it("are counted by requests for recovery, so that what is left tells of no account", async () => {
    const member = await oneMember(kampus);
    const phone = newPhone();
    await testRecovery(kampus).givePhone({ id: member.id }, phone);
    for (const [asked, from] of [
      [phone, "192.0.2.4"],
      [newPhone(), "192.0.2.5"],
    ] as const) {
      expect(statuses(await times(3, () => recover({ phone: asked }, from)))).toEqual(ok(3));
      expect(statuses(await addPhones(13, from))).toEqual([...ok(12), 429]);
    }
  });
});
