import { Client } from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as argon2 from "#server/auth/passwords/argon2.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

vi.mock("#server/auth/passwords/argon2.ts", async (importOriginal) => {
  const original = await importOriginal<typeof argon2>();
  return {
    argon2Hash: vi.fn(original.argon2Hash),
    argon2Verify: vi.fn(original.argon2Verify),
  };
});

const kampus = kampusForFile();
beforeEach(() => {
  vi.clearAllMocks();
});

/** The cost of a try: the argon2 work by its parameters, and every statement except those of the job queue. */
async function workOf(path: string, body: object) {
  const key = await kampus.captchaKey();
  const query = vi.spyOn(Client.prototype, "query");
  vi.mocked(argon2.argon2Verify).mockClear();
  vi.mocked(argon2.argon2Hash).mockClear();
  const answer = await kampus.post(`/api/ru/${path}`, { ...body, captcha: captchaAnswer, key });
  const statements = query.mock.calls
    .map(([statement]: unknown[]) => JSON.stringify(statement))
    .filter((text) => !text.includes("pgboss"));
  query.mockRestore();
  const costs = vi
    .mocked(argon2.argon2Verify)
    .mock.calls.map(([hash]) => /\$m=\d+,t=\d+,p=\d+\$/.exec(hash)?.[0]);
  const hashed = vi.mocked(argon2.argon2Hash).mock.calls.length;
  return { status: answer.statusCode, body: answer.body, statements, costs, hashed };
}

describe("a login that fails", () => {
  it("costs the same for a known and for an unknown address", async () => {
    const { email } = await kampus.signUp();
    const login = (address: string) => workOf("login", { login: address, password: "wrong" });
    await login("first.of.all@kampus.example"); // makes the decoy
    const known = await login(email);
    const unknown = await login("nobody.here@kampus.example");
    expect(unknown).toEqual(known);
    expect(known).toMatchObject({ status: 422, costs: ["$m=19456,t=2,p=1$"], hashed: 0 });
    expect(known.statements).toEqual([
      expect.stringContaining('delete from \\"captchas\\"'),
      expect.stringContaining('from \\"users\\"'),
    ]);
  });
});

describe("a recovery code that is wrong", () => {
  it("costs the same for a member's telephone and for an unknown one", async () => {
    const phone = "+998901234567";
    const { id } = await kampus.signUp();
    await testRecovery(kampus).givePhone({ id }, phone);
    await kampus.post("/api/ru/password/phone", { phone, ...(await kampus.captcha()) });
    await kampus.mails(phone);
    const check = (number: string) =>
      workOf("password/code/check/otp", { phone: number, code: "00000000" });
    const known = await check(phone);
    expect(await check("+998999999999")).toEqual(known);
    expect(known).toMatchObject({ status: 422, costs: ["$m=19456,t=2,p=1$"], hashed: 0 });
  });
});

describe("a code for a new telephone", () => {
  it("is not compared where the member awaits none, since it would occupy a processor at no cost to them", async () => {
    const { token } = await kampus.member();
    vi.mocked(argon2.argon2Verify).mockClear();
    const body = { phone: "+998901234568", code: "00000000" };
    const answer = await kampus.post("/api/ru/profile/setting/phone/confirm", body, { token });
    expect(statusAndBody(answer)).toMatchObject([422, { code: "invalid" }]);
    expect(argon2.argon2Verify).not.toHaveBeenCalled();
  });
});
