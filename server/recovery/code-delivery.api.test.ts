import { AsyncLocalStorage } from "node:async_hooks";
import { Client, type QueryConfig } from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { newPhone } from "#server/testing/test-recovery-phone.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const kampus = kampusForFile();
const recovery = testRecovery(kampus);
afterEach(() => {
  vi.restoreAllMocks();
});

interface Asked {
  email: string;
  phone: string;
}

const caller = new AsyncLocalStorage<string[]>();

/** The statements that a call sends by itself: the worker that answers the request later is not among its callers. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const send = Reflect.get(Client.prototype, "query") as (...given: unknown[]) => unknown; // one of many overloads
  vi.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const [query] = given as [string | QueryConfig]; // pg's overloads
    caller.getStore()?.push(typeof query === "string" ? query : query.text);
    return send.apply(this, given);
  });
  await caller.run(sent, call);
  vi.restoreAllMocks();
  return sent;
}

it.each([
  ["mail", ({ email }: Asked) => recovery.ask({ email })],
  ["phone", ({ phone }: Asked) => recovery.askByPhone({ phone })],
] as const)(
  "asking for a recovery code by %s causes the same statements for an account as for none, and no look at members",
  async (_kind, ask) => {
    const member = { ...(await kampus.signUp()), phone: newPhone() };
    await recovery.givePhone(member, member.phone);
    const sent = await statementsOf(() => ask(member));
    const nobody = { email: "nobody@kampus.example", phone: newPhone() };
    expect(await statementsOf(() => ask(nobody))).toEqual(sent);
    expect(sent.filter((text) => text.includes("pgboss.job"))).not.toEqual([]);
    expect(sent.filter((text) => /\busers\b/.test(text))).toEqual([]);
  },
);

it("whoever owns a mistyped address gets no code that was asked for before the member corrected it", async () => {
  const { email, password, token } = await kampus.signUp();
  const corrected = `right.${email}`;
  const consume = kampus.limits.consume.bind(kampus.limits);
  const counted = vi.spyOn(kampus.limits, "consume");
  let isCorrected = false;
  counted.mockImplementation(async (name, ...rest) => {
    if (name === "recoveryCode" && !isCorrected) {
      // The worker has found the account by its former address.
      isCorrected = true;
      const body = { email: corrected, password };
      expect((await kampus.put("/api/ru/email", body, { token })).statusCode).toBe(200);
    }
    await consume(name, ...rest);
  });
  await recovery.ask({ email });
  await expect.poll(() => counted.mock.calls.map(([name]) => name)).toContain("recoveryCodeFirst");
  await recovery.ask({ email: corrected });
  await kampus.mails(corrected, 2);
  expect(await kampus.mails(email)).toHaveLength(1); // the link of the sign-up
});
