/** SEC-Q3 and SEC-Q2: every security event is written in one shape, and none with a secret. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "#server/infra/log.ts";
import { securityEvents } from "#server/plugins/security-trail.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { statuses, times } from "#server/testing/limited-kampus.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";
import {
  newPhone,
  other,
  setting,
  testRecoveryPhone,
} from "#server/testing/test-recovery-phone.ts";
import { closeSockets, openSocket } from "#server/testing/test-socket.ts";

let kampus: TestKampus;
const lines: string[] = [];
beforeAll(async () => {
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  kampus = await startTestKampus({ RATE_LIMIT_SCALE: "1" }, log);
});
afterAll(() => kampus.close());
afterEach(closeSockets);

const line = z.strictObject({
  level: z.literal([30, 40]),
  time: z.iso.datetime(),
  service: z.literal("kampus"),
  pid: z.int(),
  security: z.enum(Object.keys(securityEvents) as [keyof typeof securityEvents]),
  account: z.int().nullable(),
  network: z.literal("127.0.0.1"),
  reason: z
    .string()
    .regex(/^[a-z]+(_[a-z]+)*$/)
    .optional(),
  count: z.int().positive().optional(),
  waitS: z.int().positive().optional(),
  reqId: z.uuid().optional(),
  msg: z.literal("security"),
});
const trail = () =>
  lines
    .map((text) => JSON.parse(text) as object)
    .filter((one) => "security" in one)
    .map((one) => line.parse(one));

/** Everything that must appear in no line. */
const secrets: string[] = [];
const secret = (value: string) => {
  secrets.push(value);
  return value;
};

async function login(email: string, password: string) {
  const key = secret(await kampus.captchaKey());
  const body = { login: email, password: secret(password), captcha: captchaAnswer, key };
  const answer = await kampus.post("/api/en/login", body);
  if (answer.statusCode === 200) secret(answer.json<{ token: string }>().token);
  return answer;
}

it("names why sessions were ended, and notes each change of the recovery phone once", async () => {
  const { id, email, ...member } = await kampus.member();
  const [recovery, phones] = [testRecovery(kampus), testRecoveryPhone(kampus)];
  const enter = async (password: string) => {
    const { token } = (await login(email, password)).json<{ token: string }>();
    return { token, password };
  };
  const { token, password } = member;
  const end = (path: string) =>
    kampus.delete(`${setting}/sessions${path}`, { token, body: { password } });

  await kampus.post("/api/logout", undefined, await enter(password));
  await enter(password);
  const sessions = await dataFrom<{ id: string; current: boolean }[]>(
    kampus.get(`${setting}/sessions`, { token }),
  );
  await end(`/${sessions.find(({ current }) => !current)?.id}`);
  await times(2, () => enter(password));
  await end("");
  const last = (await times(20, () => enter(password))).at(-1) ?? member;
  const next = "another password";
  const change = { current_password: password, password: next, password_confirmation: next };
  await kampus.put(`${setting}/password`, change, last);

  const changed = { ...last, password: next };
  await phones.give(changed, newPhone());
  await times(2, () => phones.remove(changed));
  await phones.give(changed, newPhone());
  await recovery.ask({ email });
  // After the mails of the confirmation, of the password and of three changes of the phone.
  await recovery.reset(await recovery.mailedCode(email, 6), password);
  const closing = await enter(password);
  await kampus.post(`${setting}/deletion`, { password }, closing);

  const noted = (event: string) =>
    trail().filter(({ account, security }) => account === id && security === event);
  expect(noted("sessions_ended").map(({ reason, count }) => [reason, count])).toEqual([
    ["logout", 1],
    ["other_device", 1],
    ["other_device", 2],
    ["too_many", 1],
    ["password_changed", 19],
    ["password_reset", 1],
    ["account_deleted", 1],
  ]);
  const changes = ["set", "removed", "set", "removed"];
  expect(noted("phone_changed").map(({ reason }) => reason)).toEqual(changes);
}, 60_000);

it("each security event is a line of one shape, and no line of the log holds what is secret", async () => {
  const email = secret("trail.canary@kampus.example");
  const password = secret("canary password");
  const recovery = testRecovery(kampus);
  const phones = testRecoveryPhone(kampus);

  const { id, token } = await kampus.signUp({ email, password });
  secret(token);
  const corrected = secret("canary.of.trail@kampus.example");
  await kampus.put("/api/en/email", { email: corrected, password }, { token });
  await kampus.get("/api/en/profile/friends/active", { token });
  const { socket } = await openSocket(kampus, { token });
  await new Promise((resolve) => socket.once("connect_error", resolve));
  const link = secret(await kampus.confirmationToken(corrected));
  await kampus.post("/api/en/email/verify", { token: link });

  const phone = secret(newPhone());
  await phones.begin({ token, password }, phone);
  const texted = secret(await recovery.textedCode(phone));
  await phones.confirm({ token }, phone, texted);
  await phones.aged({ id }, 73);
  await recovery.askByPhone({ phone });
  const code = secret(await recovery.textedCode(phone, 2));
  await recovery.checkPhone(phone, secret(other(code)));

  await recovery.ask({ email: corrected });
  const mailed = secret(await recovery.mailedCode(corrected, 3));
  const next = secret("canary password 2");
  await recovery.reset(mailed, next);
  const signedIn = (await login(corrected, next)).json<{ token: string }>();
  const last = secret("canary password 3");
  const change = { current_password: next, password: last, password_confirmation: last };
  await kampus.put(`${setting}/password`, change, { token: signedIn.token });
  const erase = (typed: string, session: { token: string }) =>
    kampus.post(`${setting}/deletion`, { password: secret(typed) }, { token: session.token });
  await erase(last, signedIn);
  const restored = (await login(corrected, last)).json<{ token: string }>();
  await times(5, () => erase("guessed canary", restored));
  expect((await erase(last, restored)).statusCode).toBe(429);
  const wrong = await times(6, () => login("nobody.canary@kampus.example", "guessed"));
  expect(statuses(wrong)).toEqual([422, 422, 422, 422, 422, 429]);
  await times(11, () => recovery.check(secret("WRNG-WRNG-WRNG-WRNG")));

  const events = () => new Set(trail().map(({ security }) => security));
  await expect
    .poll(() => [...events()].toSorted(), { timeout: 5_000 })
    .toEqual(Object.keys(securityEvents).toSorted());
  const failures = { account: null, network: "127.0.0.1" };
  for (const expected of [
    { security: "sessions_ended", account: id, reason: "password_reset", count: 1 },
    { security: "account_restored", account: id },
    { security: "login_failed", ...failures, reason: "login" },
    { security: "login_delayed", ...failures, reason: "network" },
    { security: "reauthentication_delayed", account: id, reason: "device" },
    { security: "socket_refused", account: id, reason: "not_verified" },
    { security: "recovery_code_failed", account: id, reason: "phone" },
  ])
    expect(trail()).toContainEqual(expect.objectContaining(expected));
  const written = lines.join("");
  for (const one of secrets) expect(written).not.toContain(one);
}, 60_000);
