import { describe, expect, it } from "vitest";
import { httpRequest } from "#server/testing/http-request.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const foreignHosts = [
  "evil.example",
  "kampus.localhost.evil.example",
  "evilkampus.localhost",
  "other.kampus.localhost",
  "www.site.kampus.localhost",
  "localhost:3000",
  "127.0.0.1",
  "[::1]:3000",
  "kampus.localhost@evil.example",
  "site.kampus.localhost, evil.example",
  "",
];

describe("an unknown host", () => {
  it.each(foreignHosts)("%j is refused with 421, whatever is asked for", async (host) => {
    for (const path of [
      "/",
      "/ru/login",
      "/api/languages",
      "/messenger/new/messages",
      "/config.js",
    ]) {
      const answer = await httpRequest(kampus, path, { host });
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        421,
        { message: "Этот адрес обслуживает другой сервер", code: "misdirected" },
      ]);
    }
  });

  it.each([...foreignHosts, "messenger.kampus.localhost", "mail.kampus.localhost"])(
    "%j is no matter to the probes, which come by address",
    async (host) => {
      const health = await httpRequest(kampus, "/healthz", { host });
      expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: "ok" }]);
      const readiness = await httpRequest(kampus, "/readyz?full", { host });
      expect([readiness.status, JSON.parse(readiness.body)]).toMatchObject([
        200,
        { status: "ready", database: "ok" },
      ]);
    },
  );

  it("never gets into a mail: its link names the configured one", async () => {
    const member = await kampus.signUp();
    await kampus.get("/api/ru/email/resend", {
      token: member.token,
      host: "evil.example",
      headers: { "x-forwarded-host": "evil.example", forwarded: "host=evil.example" },
    });
    for (const mail of await kampus.mails(member.email, 2)) {
      expect(mail.text).toContain("http://site.kampus.localhost:3000/ru/confirmation/");
      expect(JSON.stringify(mail)).not.toContain("evil");
    }
  });
});

describe("every known host", () => {
  it.each(["", "site.", "profile.", "chat.", "api.", "messenger.", "mail."])(
    "%skampus.localhost answers the API and the messenger, whatever the port and case",
    async (prefix) => {
      const member = await oneMember(kampus);
      const headers = { authorization: `Bearer ${member.token}` };
      for (const host of [
        `${prefix}kampus.localhost`,
        `${prefix.toUpperCase()}KAMPUS.localhost:81`,
      ]) {
        const languages = await httpRequest(kampus, "/api/languages", { host });
        const unread = await httpRequest(kampus, "/messenger/new/messages", { host, headers });
        expect([languages.status, unread.status, unread.body]).toEqual([
          200,
          200,
          '{"new_messages_count":0}',
        ]);
      }
    },
  );

  it("but mail. keeps the mailbox to itself", async () => {
    for (const host of ["site", "api", "messenger"]) {
      const answer = await httpRequest(kampus, "/messages", { host: `${host}.kampus.localhost` });
      expect([401, 404]).toContain(answer.status);
    }
  });
});

describe("cross-origin calls", () => {
  const allowedOrigin = async (origin: string, method = "GET") => {
    const answer = await kampus.call(method, "/api/languages", {
      host: "api.kampus.localhost",
      headers: {
        origin,
        ...(method === "OPTIONS" && {
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
        }),
      },
    });
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(answer.headers.vary).toContain("Origin");
    return answer.headers["access-control-allow-origin"];
  };

  it.each(["", "site.", "profile.", "chat."])(
    "are granted to the pages of http://%skampus.localhost:3000",
    async (prefix) => {
      const origin = `http://${prefix}kampus.localhost:3000`;
      expect(await allowedOrigin(origin)).toBe(origin);
      expect(await allowedOrigin(origin, "OPTIONS")).toBe(origin);
    },
  );

  it.each([
    "null",
    "https://evil.example",
    "http://kampus.localhost:3000.evil.example",
    "http://evilkampus.localhost:3000",
    "http://evil.kampus.localhost:3000",
    "http://mail.kampus.localhost:3000",
    "http://api.kampus.localhost:3000",
    "https://chat.kampus.localhost:3000",
    "http://chat.kampus.localhost",
    "http://chat.kampus.localhost:3001",
    "http://CHAT.kampus.localhost:3000",
    "http://chat.kampus.localhost:3000/",
    "http://chat.kampus.localhost:3000, https://evil.example",
    "*",
  ])("are not granted to %s", async (origin) => {
    expect(await allowedOrigin(origin)).toBeUndefined();
    expect(await allowedOrigin(origin, "OPTIONS")).toBeUndefined();
  });
});
