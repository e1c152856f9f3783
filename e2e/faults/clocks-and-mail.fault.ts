/** The mail server is away, and the clocks of the nodes are wrong. */
import { existsSync, globSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Crowd, gatherCrowd } from "#e2e/faults/crowd.ts";
import { startFaultProxy } from "#e2e/faults/fault-proxy.ts";
import { closedAtEnd, type TwoNodes, startSite } from "#e2e/faults/site.ts";
import type { Served } from "#e2e/kampus.ts";
import { call, freshCaptcha, freshLocalPart, karimov, newMember } from "#e2e/members.ts";
import { signedIn } from "#lib/auth/schema.ts";
import { startTestSmtp } from "#server/testing/doubles/test-smtp.ts";

const promptMs = 5_000;
const faketime = [
  ...globSync("/usr/lib/*/faketime/libfaketimeMT.so.1"),
  "libfaketimeMT.so.1 (apt-get install faketime)",
][0];

const clock = (seconds: number) => ({
  LD_PRELOAD: faketime ?? "",
  FAKETIME: `${seconds > 0 ? "+" : ""}${seconds}s`,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});

let smtp: Awaited<ReturnType<typeof startTestSmtp>>;
let smtpProxy: Awaited<ReturnType<typeof startFaultProxy>>;
let site: TwoNodes;
/** The site, with the mails that have left it in the place of the mailbox. */
let mailed: Served;
let crowd: Crowd;
const opened = closedAtEnd();
beforeAll(async () => {
  if (!existsSync(faketime ?? "")) throw new Error(faketime);
  smtp = await opened(startTestSmtp());
  smtpProxy = await opened(startFaultProxy(smtp.port));
  // A store would refuse what a clock signs that is an hour off.
  const variables = { SMTP_URL: `smtp://127.0.0.1:${smtpProxy.port}`, S3_URL: "" };
  site = await opened(startSite({ variables, own: [clock(3600), clock(-3600)] }));
  const { deployment, request } = site;
  mailed = {
    deployment,
    request: (host, target, asked) =>
      host === "mail" ? Promise.resolve(mailsTo(target)) : request(host, target, asked),
  };
  crowd = await opened(gatherCrowd(mailed, 5));
});

function mailsTo(target: string) {
  const to = new URLSearchParams(target.split("?")[1]).get("to") ?? "";
  const data = smtp
    .to(to)
    .map(({ text, headers }) => ({ text, subject: headers.get("subject") ?? "" }));
  return { status: 200, headers: {}, body: JSON.stringify({ data: data.toReversed() }) };
}

async function post(path: string, fields: object, at: Served = site) {
  const body = { ...fields, ...(await freshCaptcha(at)) };
  return at.request("", `/api/ru/${path}`, { method: "POST", body });
}

describe("nodes whose clocks are an hour ahead and an hour behind", () => {
  it("keep the order of messages, and lose none when one is killed", async () => {
    crowd.start(50);
    await expect.poll(crowd.acknowledged, { timeout: 30_000 }).toBeGreaterThan(50);
    await site.nodes[0].restart("SIGKILL");
    await crowd.stop();
    await crowd.expectLedgerKept();
    for (const { devices } of crowd.talks) {
      const times = devices[1].messages.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted());
    }
  });

  it("take each other's captchas and sessions, which end by the clock of the database", async () => {
    const [ahead, behind] = site.nodes;
    const member = await newMember(mailed, karimov);
    const drawn = await freshCaptcha(behind);
    const body = { login: member.email, password: member.password, ...drawn };
    const login = await ahead.request("", "/api/ru/login", { method: "POST", body });
    expect(login.status).toBe(200);
    const { token } = signedIn.parse(JSON.parse(login.body));
    const left = (seconds: number) =>
      site.services.postgres.query(
        `UPDATE sessions SET expires_at = now() + interval '${seconds} seconds' WHERE user_id = ${member.id}`,
      );
    await left(600); // by the clock ahead it has ended
    for (const node of site.nodes) await call(node, { ...member, token }, "GET", "/api/ru/user");
    await left(0); // by the clock behind it goes on for an hour
    for (const node of site.nodes)
      await expect(call(node, { ...member, token }, "GET", "/api/ru/user")).rejects.toThrow("401");
  });
});

describe("while the mail server is away", () => {
  it("signing up and recovering are answered as ever, and each mail comes once when it is back", async () => {
    const { email } = await newMember(mailed, karimov);
    const mailsBefore = smtp.to(email).length;
    smtpProxy.cut();
    const newcomer = `${freshLocalPart()}@kampus.example`;
    const password = { password: "верный конь", password_confirmation: "верный конь" };
    const startedAt = performance.now();
    expect((await post("registration", { ...karimov, ...password, email: newcomer })).status).toBe(
      201,
    );
    expect((await post("password/email", { email })).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(2 * promptMs);
    smtpProxy.restore();
    const came = () => [smtp.to(newcomer).length, smtp.to(email).length - mailsBefore];
    await expect.poll(came, { timeout: 60_000 }).toEqual([1, 1]);
  });
});
