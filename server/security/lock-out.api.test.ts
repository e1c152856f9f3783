/** SEC-A9: nobody can lock another member out of a login or its recovery. */
import type { LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { limitedKampus, statuses, times } from "#server/testing/limited-kampus.ts";
import { captchaAnswer, type TestMember } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

// Delays pass when the process's own clock says so: no Redis here.
const { kampus, captchaKey, login, post } = limitedKampus({ REDIS_URL: "" });

afterEach(() => {
  vi.useRealTimers();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** The cookies that a browser sends back. */
const cookieOf = (answer: LightMyRequestResponse) =>
  String(answer.headers["set-cookie"]).split(";")[0] ?? "";
const home = "203.0.113.1";
/** A known device of the member, as its header. */
async function knownDevice({ email, password }: TestMember, from = home) {
  const answer = await login(email, password, from);
  expect(answer.statusCode).toBe(200);
  return { cookie: cookieOf(answer) };
}
const attack = (email: string, count: number, network: string) =>
  times(count, (index) => login(email, "guess", `${network}.${index % 250}`));

describe("a login whose password others guess", () => {
  it("lets its member in at once from a known device and from a clean network, though others guess whenever the wait ends", async () => {
    const member = await kampus.signUp();
    const device = await knownDevice(member);
    await attack(member.email, 104, "192.0.2");
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const round of [1, 2]) {
      const { email, password } = member;
      const guess = await login(email, "guess", "192.0.2.1");
      expect([422, 429]).toContain(guess.statusCode);
      const entered = [
        await login(email, password, home, device),
        await login(email, password, "192.0.2.1", device),
        await login(email, password, `203.0.113.${round + 1}`),
      ];
      expect(statuses(entered), `round ${round}`).toEqual([200, 200, 200]);
      await attack(email, 104, `198.51.${round}`);
      pass(Number(guess.headers["retry-after"] ?? 30));
    }
  }, 120_000);

  it("delays the guessers: past a hundred wrong guesses every network waits, from its first one on and longer each time", async () => {
    const { email } = await kampus.signUp();
    vi.useFakeTimers({ toFake: ["Date"] });
    const guesses = await attack(email, 130, "192.0.3");
    expect(statuses(guesses)).toEqual([
      ...Array<number>(100).fill(422),
      ...Array<number>(30).fill(429),
    ]);
    for (const waitS of [30, 60, 120, 240]) {
      const early = await login(email, "guess", "192.0.3.120");
      expect([early.statusCode, Number(early.headers["retry-after"])]).toEqual([429, waitS]);
      pass(waitS);
      expect((await login(email, "guess", "192.0.3.120")).statusCode).toBe(422);
    }
  }, 60_000);

  it("delays guesses at unknown logins alike", async () => {
    const guesses = await attack("nobody.at.all@kampus.example", 102, "192.0.4");
    expect(statuses(guesses.slice(98))).toEqual([422, 422, 429, 429]);
  }, 60_000);
});

describe("the mark of a device", () => {
  it("is an HttpOnly cookie for the calls of all surfaces, and is stored nowhere in clear", async () => {
    const { email, password } = await kampus.signUp();
    const answer = await login(email, password, home);
    expect(answer.headers["set-cookie"]).toMatch(
      /^known_device=[\w-]{43}; Domain=kampus\.localhost; Path=\/api; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    const mark = cookieOf(answer).split("=")[1] ?? "";
    const rows = await sql<{ row: string }>`SELECT t::text AS row FROM known_devices t`.execute(
      kampus.db,
    );
    const dump = rows.rows.map(({ row }) => row).join();
    expect(dump).not.toContain(mark);
    expect(dump).not.toContain(Buffer.from(mark, "base64url").toString("hex"));
  });

  it("signs nobody in, and exempts no other account from delays", async () => {
    const [one, other] = [await kampus.signUp(), await kampus.signUp()];
    const device = await knownDevice(one);
    const asked = await kampus.get("/api/en/user", { headers: device });
    expect(asked.statusCode).toBe(401);
    expect((await login(one.email, "guess", home, device)).statusCode).toBe(422);
    const from = "192.0.2.240";
    const guesses = await times(6, () => login(other.email, "guess", from, device));
    expect(statuses(guesses)).toEqual([422, 422, 422, 422, 422, 429]);
  });

  it("allows five wrong tries of its own, from any network", async () => {
    const member = await kampus.signUp();
    const device = await knownDevice(member);
    const guesses = await times(6, (index) =>
      login(member.email, "guess", `192.0.5.${index}`, device),
    );
    expect(statuses(guesses)).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await login(member.email, member.password, home)).statusCode).toBe(200);
  });

  it("stays the same from login to login, and serves each account of the device", async () => {
    const [one, other] = [await kampus.signUp(), await kampus.signUp()];
    const device = await knownDevice(one);
    expect(cookieOf(await login(one.email, one.password, home, device))).toBe(device.cookie);
    const shared = { cookie: cookieOf(await login(other.email, other.password, home, device)) };
    expect(shared.cookie).not.toBe(device.cookie);
    const from = "192.0.2.241";
    for (const { email, password } of [one, other]) {
      await times(5, () => login(email, "guess", from));
      expect((await login(email, password, from)).statusCode).toBe(429);
      expect((await login(email, password, from, shared)).statusCode).toBe(200);
    }
  });

  it("that somebody else planted is replaced when the member signs in", async () => {
    const [thief, member] = [await kampus.signUp(), await kampus.signUp()];
    const planted = await knownDevice(thief);
    await login(member.email, member.password, home, planted);
    const from = "192.0.2.242";
    const guesses = await times(6, () => login(member.email, "guess", from));
    expect(statuses(guesses).at(-1)).toBe(429);
    expect((await login(member.email, "guess", from, planted)).statusCode).toBe(429);
  });

  it("is worth nothing once the password was reset", async () => {
    const recovery = testRecovery(kampus);
    const { code, ...member } = await recovery.memberWithCode();
    const device = await knownDevice(member);
    const from = "192.0.2.244";
    await times(5, () => login(member.email, "guess", from));
    expect((await login(member.email, member.password, from, device)).statusCode).toBe(200);
    expect((await recovery.reset(code, "new password")).statusCode).toBe(200);
    expect((await login(member.email, "new password", from, device)).statusCode).toBe(429);
  });

  it("is stored for a year, for the ten devices that signed in last", async () => {
    const member = await kampus.signUp();
    const first = await knownDevice(member);
    const devices = await times(10, () => knownDevice(member));
    const from = "192.0.2.243";
    await times(6, () => login(member.email, "guess", from));
    const enters = async (headers: object) =>
      (await login(member.email, member.password, from, headers)).statusCode;
    expect(await enters(first)).toBe(429);
    expect(await enters(devices[0] ?? {})).toBe(200);
    await kampus.db
      .updateTable("known_devices")
      .set({ used_at: sql<Date>`now() - interval '366 days'` })
      .where("user_id", "=", member.id)
      .execute();
    expect(await enters(devices[1] ?? {})).toBe(429);
  });
});

describe("the password that a session asks for again", () => {
  it("is not delayed by guesses of others, at the login or in another session", async () => {
    const member = await kampus.signUp();
    const thief = (await login(member.email, member.password, home)).json<{ token: string }>();
    const again = (token: string, password: string) =>
      kampus.delete("/api/en/profile/setting/sessions/2147483647", {
        token,
        body: { password },
      });
    const guesses = await times(6, () => again(thief.token, "guess"));
    expect(statuses(guesses)).toEqual([422, 422, 422, 422, 422, 429]);
    await attack(member.email, 104, "192.0.6");
    await times(6, () => login(member.email, "guess", "127.0.0.1"));
    // Right: only there is no such session to end.
    expect((await again(member.token, member.password)).statusCode).toBe(404);
  }, 60_000);
});

describe("a recovery that others request", () => {
  const ask = async (email: string, remoteAddress: string, fields = {}, headers = {}) => {
    const body = { email, captcha: captchaAnswer, key: await captchaKey(), ...fields };
    return post("/password/email", body, { remoteAddress, headers });
  };

  it("does not count where its captcha is wrong", async () => {
    const { email } = await kampus.signUp();
    const wrong = await times(70, () => ask(email, "192.0.7.1", { captcha: "no" }));
    expect(new Set(statuses(wrong))).toEqual(new Set([422]));
    expect((await ask(email, "192.0.7.1")).statusCode).toBe(200);
    await kampus.mails(email, 2);
  });

  it("still mails the member a code, another one while the first is valid, and beyond all limits from a known device", async () => {
    const member = await kampus.signUp();
    const { email } = member;
    const device = await knownDevice(member);
    // The mail of the confirmation, then ten codes, which are all that one network gets in an hour.
    await times(12, () => ask(email, "192.0.8.1"));
    await kampus.mails(email, 11);
    await times(2, () => ask(email, "192.0.8.2"));
    await kampus.mails(email, 13);
    // Sixty are all that all networks get beside the first of each.
    await times(60, (index) => ask(email, `192.0.9.${index % 6}`));
    await kampus.mails(email, 13 + 6 + 50);
    await ask(email, "192.0.9.100");
    await kampus.mails(email, 70);
    await times(50, () => ask("nobody.here@kampus.example", home));
    await ask("nobody.here@kampus.example", "192.0.8.3");
    await times(15, () => ask("nobody.here@kampus.example", home));
    expect((await ask(email, home)).statusCode).toBe(429);
    expect((await ask(email, home, {}, device)).statusCode).toBe(200);
    const mails = await kampus.mails(email, 71);
    expect(mails).toHaveLength(71);
  }, 60_000);

  it("leaves the code valid that the member was mailed, and ends it once another one is spent", async () => {
    const recovery = testRecovery(kampus);
    const { code, email } = await recovery.memberWithCode();
    await times(3, (index) => ask(email, `192.0.10.${index}`));
    const others = await recovery.mailedCode(email, 5);
    expect((await recovery.check(code)).statusCode).toBe(200);
    expect((await recovery.reset(others)).statusCode).toBe(200);
    expect((await recovery.check(code)).statusCode).toBe(422);
  });

  it("gives several codes, of which one alone sets a password when all are spent at once", async () => {
    const recovery = testRecovery(kampus);
    const { code, email } = await recovery.memberWithCode();
    const codes = [code];
    for (const index of [1, 2, 3]) {
      await ask(email, `192.0.13.${index}`);
      codes.push(await recovery.mailedCode(email, codes.length + 2));
    }
    const answers = await Promise.all(codes.map((each) => recovery.reset(each)));
    expect(statuses(answers).sort()).toEqual([200, 422, 422, 422]);
  });

  it("leaves the code of a telephone its five tries, whatever others type meanwhile", async () => {
    const recovery = testRecovery(kampus);
    const member = await kampus.signUp();
    const phone = "+998901112233";
    await recovery.givePhone(member, phone);
    await recovery.askByPhone({ phone });
    const code = await recovery.textedCode(phone);
    const check = (typed: string, remoteAddress: string) =>
      post("/password/code/check/otp", { phone, code: typed }, { remoteAddress });
    const wrong = code === "12345678" ? "87654321" : "12345678";
    expect((await check(code, "192.0.11.1")).statusCode).toBe(200);
    await times(9, (index) => check(wrong, `192.0.11.${index + 2}`));
    expect((await check(code, "192.0.11.1")).statusCode).toBe(422);
    expect((await recovery.checkPhone(phone, code)).statusCode).toBe(200);
  });

  it("accepts the code from a known device, whatever others on its network have typed", async () => {
    const { code, ...member } = await testRecovery(kampus).memberWithCode();
    const device = await knownDevice(member, "192.0.8.9");
    const check = (typed: string, headers = {}) =>
      post("/password/code/check", { code: typed }, { remoteAddress: "192.0.8.9", headers });
    await times(11, (index) => check(`wrong ${index}`));
    expect((await check(code)).statusCode).toBe(429);
    expect((await check(code, device)).statusCode).toBe(200);
  });
});

describe("somebody on the network of others", () => {
  const get = (path: string, remoteAddress: string, headers = {}) =>
    kampus.get(`/api/${path}`, { remoteAddress, headers });

  it("takes no captcha from a device that has signed in before", async () => {
    const device = await knownDevice(await kampus.signUp());
    const from = "192.0.12.1";
    const answers = await times(601, () => get("captcha/work", from));
    expect(answers.at(-1)?.statusCode).toBe(429);
    for (const path of ["captcha/flat", "captcha/work"])
      expect((await get(path, from, device)).statusCode).toBe(200);
  }, 60_000);

  it("takes none by a page of theirs that a browser there opens", async () => {
    const from = "192.0.12.2";
    const foreign = await times(605, (index) =>
      get(`captcha/${index % 2 ? "flat" : "work"}`, from, { "sec-fetch-site": "cross-site" }),
    );
    expect(new Set(statuses(foreign))).toEqual(new Set([403]));
    const own = await get("captcha/flat", from, { "sec-fetch-site": "same-site" });
    expect(own.statusCode).toBe(200);
  });

  it("keeps no right link of a confirmation from working", async () => {
    const member = await kampus.signUp();
    const [mail] = await kampus.mails(member.email, 1);
    const token = /confirmation\/([\w-]+)/.exec(mail?.text ?? "")?.[1];
    const verify = (given: string) =>
      post("/email/verify", { token: given }, { remoteAddress: "192.0.12.3" });
    const wrong = await times(61, (index) => verify(`x${index}`.padEnd(43, "x")));
    expect(wrong.at(-1)?.statusCode).toBe(429);
    expect((await verify(token ?? "")).statusCode).toBe(200);
  });

  it("keeps no link from an unconfirmed member whose address somebody else tries to take over", async () => {
    const [victim, thief] = [await kampus.signUp(), await kampus.signUp()];
    const { password, token } = thief;
    const tries = await times(21, () =>
      kampus.put("/api/en/email", { email: victim.email, password }, { token }),
    );
    expect(new Set(statuses(tries))).toEqual(new Set([422]));
    const resent = await kampus.get("/api/en/email/resend", { token: victim.token });
    expect(resent.statusCode).toBe(200);
  });

  it("fills nobody's mailbox with links to confirm: twenty a day go to one address", async () => {
    const { email, password, token } = await kampus.signUp();
    const other = await kampus.signUp();
    const correct = (to: string) => kampus.put("/api/en/email", { email: to, password }, { token });
    // The sign-up was the first; others who take the address and correct it again are the rest.
    await times(19, () => kampus.limits.consume("confirmationMail", email));
    expect((await correct(`freed.${other.id}@kampus.example`)).statusCode).toBe(200);
    expect(statuses(await times(5, () => correct(email)))).toEqual([429, 429, 429, 429, 429]);
    // None of those counted as one of the five corrections that a member has in a day.
    expect((await correct(`next.${other.id}@kampus.example`)).statusCode).toBe(200);
  });
});
