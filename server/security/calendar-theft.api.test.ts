/** SEC-A8: a thief of a session does not go on reading the calendar once its member has driven them out. */
import { describe, expect, it } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import type { TestMember } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import { setting } from "#server/testing/test-recovery-phone.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus, "en");
let member: TestMember;
let stolen: string;

const addressFor = async (token: string) => {
  const answer = await kampus.get("/api/en/calendar", { token });
  return new URL(answer.json<{ data: { url: string } }>().data.url).pathname;
};
const statusOf = async (path: string) => (await kampus.get(path)).statusCode;
const memberWithStolenCalendar = async () => {
  member = await kampus.member();
  stolen = await addressFor(member.token);
  expect(await statusOf(stolen)).toBe(200);
};

describe("the calendar address that a thief has read", () => {
  it("opens nothing after a reset of the password", async () => {
    await memberWithStolenCalendar();
    await recovery.ask({ email: member.email });
    await recovery.reset(await recovery.mailedCode(member.email, 2));
    expect(await statusOf(stolen)).toBe(404);
    const { token } = (await kampus.signIn(member.email, "new password")).json<TestMember>();
    expect(await statusOf(await addressFor(token))).toBe(200);
  });

  it("opens nothing after a change of the password", async () => {
    await memberWithStolenCalendar();
    const next = { password: "new password", password_confirmation: "new password" };
    const change = { current_password: member.password, ...next };
    await kampus.put(`${setting}/password`, change, { token: member.token });
    expect(await statusOf(stolen)).toBe(404);
    expect(await statusOf(await addressFor(member.token))).toBe(200);
  });

  it("opens nothing after the member has ended all other sessions", async () => {
    await memberWithStolenCalendar();
    const body = { password: member.password };
    await kampus.delete(`${setting}/sessions`, { token: member.token, body });
    expect(await statusOf(stolen)).toBe(404);
    expect(await statusOf(await addressFor(member.token))).toBe(200);
  });

  it("is the one that the member keeps using after a password was not changed or one session ended", async () => {
    await memberWithStolenCalendar();
    const { token } = (await kampus.signIn(member.email, member.password)).json<TestMember>();
    const next = { password: "new password", password_confirmation: "new password" };
    const change = { current_password: "not it", ...next };
    await kampus.put(`${setting}/password`, change, { token });
    await recovery.reset("0000-0000-0000-0000");
    await kampus.post("/api/logout", undefined, { token });
    expect(await statusOf(stolen)).toBe(200);
  });
});
