import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

let kampus: TestKampus;
let lines: string[] = [];
beforeAll(async () => {
  const log = createLog("trace", { write: (line) => void lines.push(line) });
  kampus = await startTestKampus({}, log);
});
afterAll(() => kampus.close());
afterEach(closeSockets);

interface Line {
  level: number;
  reqId?: string;
  route?: string;
  status?: number;
  network?: string;
  msg: string;
  member?: number;
  security?: string;
}

const logged = () => lines.map((line) => JSON.parse(line) as Line);

describe("the log", () => {
  it("has one JSON line for an answer, with its request id, route, status and member", async () => {
    const member = await oneMember(kampus);
    lines = [];
    const answer = await kampus.get("/api/ru/user/77?q=secret", { token: member.token });
    await expect
      .poll(() => logged().filter(({ route }) => route))
      .toMatchObject([
        {
          level: 30,
          reqId: answer.headers["x-request-id"],
          method: "GET",
          route: "/api/:locale/user/:id",
          status: 404,
          member: member.id,
        },
      ]);
  });

  it("names the network of a call that limits refused, so that a flood is traced, and of no other", async () => {
    lines = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const limited = await startTestKampus({ RATE_LIMIT_SCALE: "0.001" }, log);
    const ask = () => limited.get("/api/captcha/flat", { remoteAddress: "2001:db8:1:2::7" });
    const statuses = [(await ask()).statusCode, (await ask()).statusCode];
    await limited.close();
    expect(statuses).toEqual([200, 429]);
    expect(
      logged()
        .filter(({ route }) => route?.startsWith("/api/captcha"))
        .map(({ network }) => network),
    ).toEqual([undefined, "2001:db8:1:2::/64"]);
  });

  it("says once that a proxy is not trusted, so that its visitors would count as one network", async () => {
    const warnedBehind = async (variables: Record<string, string>) => {
      lines = [];
      const log = createLog("warn", { write: (line) => void lines.push(line) });
      const proxied = await startTestKampus(variables, log);
      for (const remoteAddress of ["10.0.0.9", "10.0.0.9", "198.51.100.7"])
        await proxied.get("/healthz", {
          remoteAddress,
          headers: { "x-forwarded-for": "203.0.113.5" },
        });
      await proxied.close();
      return logged().filter(({ msg }) => msg.includes("TRUSTED_PROXIES"));
    };
    expect(await warnedBehind({})).toMatchObject([{ level: 40, proxy: "10.0.0.9" }]);
    expect(await warnedBehind({ TRUSTED_PROXIES: "10.0.0.0/8" })).toEqual([]);
  });

  it("holds no token, password, captcha, link, name or text of a message", async () => {
    lines = [];
    const secrets = {
      surname: "Фамилия-канарейка",
      email: "canary.address@kampus.example",
      password: `canary-${randomUUID()}`,
      text: `canary-${randomUUID()}`,
      query: `canary-${randomUUID()}`,
      header: `canary-${randomUUID()}`,
    };
    const member = await kampus.member({
      surname: secrets.surname,
      email: secrets.email,
      password: secrets.password,
    });
    const { token } = member;
    const link = await kampus.confirmationToken(member.email);
    const key = await kampus.captchaKey();
    const other = await oneMember(kampus);
    const messenger = testMessenger(kampus);
    const chat = await messenger.open(member, other);
    await messenger.say(member, chat.id, secrets.text);
    await messenger.send(member, chat.id, { text: secrets.text, client_id: "bad" });
    await messenger.getMessages(member, chat.id);
    await connectSocket(kampus, { token });
    const credentials = { login: secrets.email, password: secrets.password };
    await kampus.post("/api/ru/login", { ...credentials, captcha: captchaAnswer, key });
    await kampus.post("/api/ru/login", { ...credentials, captcha: captchaAnswer, key: "dead" });
    await kampus.post("/api/ru/login", `{"password":"${secrets.password}"`, {
      headers: { "content-type": "application/json" },
    });
    await kampus.get(`/ru/confirmation/${link}`);
    await kampus.post("/api/ru/email/verify", { token: link });
    await kampus.get("/api/ru/users", { token, query: { q: secrets.query } });
    await kampus.get(`/api/ru/nothing/${secrets.query}`, { token });
    await kampus.get(`/api/%zz${secrets.query}`, { token });
    await kampus.get("/api/languages", {
      headers: { cookie: `token=${token}`, "user-agent": secrets.header, referer: secrets.header },
    });
    await kampus.post("/api/logout", {}, { token });

    const written = lines.join("");
    expect(logged().length).toBeGreaterThanOrEqual(20);
    for (const secret of [...Object.values(secrets), token, link, key])
      expect(written).not.toContain(secret);
  });

  it("has a line of the security trail for a dead token and for a refused member", async () => {
    const [member] = await signedInMembers(kampus, 1, { verified: false });
    lines = [];
    await kampus.get("/api/ru/profile/friends/active", { token: member.token });
    await kampus.get("/api/ru/user", { token: "dead" });
    await kampus.get("/api/ru/user");
    await expect
      .poll(() => logged().filter(({ security }) => security))
      .toMatchObject([
        { level: 40, account: member.id, network: "127.0.0.1", reason: "not_verified" },
        { level: 40, account: null, network: "127.0.0.1", reason: "unauthenticated" },
      ]);
  });

  it("describes an error without the values of the query", async () => {
    lines = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      detail: "Key (email)=(canary@kampus.example) already exists.",
      parameters: ["canary"],
    });
    log.error({ err: new Error("unexpected", { cause }) }, "failed");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      err: { message: "unexpected", cause: { message: "duplicate key", code: "23505" } },
    });
    expect(lines.join("")).not.toContain("canary");
  });
});
