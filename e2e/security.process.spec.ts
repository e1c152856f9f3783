import { connect } from "node:net";
import { expect, test } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { newMember } from "#e2e/members.ts";
import { locales } from "#lib/i18n/locales.ts";
import { type Route, routes } from "#lib/routes.ts";

const pages: Route[] = [
  routes.home(),
  routes.signup(),
  routes.login(),
  routes.recovery(),
  routes.confirmation(),
  routes.confirmEmail("token"),
  routes.profile(),
  routes.member(1),
  routes.friends(),
  routes.friendRequests(),
  routes.sentRequests(),
  routes.findPeople(),
  routes.settings(),
  routes.accountSettings(),
  routes.securitySettings(),
  routes.dataSettings(),
  routes.chats(),
  routes.chat("private", 1),
  { surface: "site", path: "/nothing" },
];

/** Sources by directive, `default-src` for those that are not named. */
function sourcesOf(policy: unknown, directive: string): string[] {
  const directives = String(policy).split(/;\s*/);
  const named = (name: string) =>
    directives
      .find((part) => part.split(" ", 1)[0] === name)
      ?.split(" ")
      .slice(1);
  return named(directive) ?? named("default-src") ?? ["*"];
}

function expectStrict(headers: Record<string, unknown>, what: string): void {
  const policy = headers["content-security-policy"];
  expect.soft(sourcesOf(policy, "object-src"), what).toEqual(["'none'"]);
  expect.soft(String(policy), what).toMatch(/base-uri 'none'/);
  expect.soft(String(policy), what).toMatch(/frame-ancestors 'none'/);
  const scripts = sourcesOf(policy, "script-src");
  expect
    .soft(
      scripts.filter((source) => !/^'(self|none|sha256-.+)'$/.test(source)),
      what,
    )
    .toEqual([]);
  expect.soft(headers["x-content-type-options"], what).toBe("nosniff");
}

test("every page in every language says which scripts may run", async ({ kampus }) => {
  for (const locale of locales) {
    for (const { surface, path } of pages) {
      const address = `/${locale}${path === "/" ? "" : path}`;
      const { status, headers, body } = await kampus.request(surface, address);
      expect.soft(status, address).toBe(path === "/nothing" ? 404 : 200);
      expect.soft(body, address).toContain(`<html lang="${locale}"`);
      expectStrict(headers, `${surface} ${address}`);
    }
  }
});

test("the mailbox, the API documentation and error answers say so, too", async ({ kampus }) => {
  for (const [host, path] of [
    ["mail", "/"],
    ["site", "/api/docs/"],
    ["api", "/api/docs/"],
    ["site", "/_next/nothing"],
    ["site", "/api/nothing"],
    ["site", "/ru/login/"],
  ] as const) {
    const { headers } = await kampus.request(host, path);
    if (path !== "/_next/nothing") expectStrict(headers, `${host} ${path}`);
    expect.soft(headers["x-content-type-options"], path).toBe("nosniff");
  }
});

test("pictures are fetched from nowhere on a visitor's behalf", async ({ kampus }) => {
  for (const url of [
    "http://evil.example/x.png",
    "//evil.example/x.png",
    "/icon.svg",
    "/ru/login",
  ]) {
    const query = new URLSearchParams({ url, w: "64", q: "75" });
    expect((await kampus.request("site", `/_next/image?${query}`)).status, url).toBe(404);
  }
});

test("an absolute address is never passed on, neither asked for nor upgraded", async ({
  kampus,
}) => {
  const asked = await kampus.request("site", "http://evil.example/ru/login");
  expect(asked.status).toBe(421);
  const answer = await raw(
    kampus,
    "GET http://127.0.0.1:1/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n" +
      `Host: site.kampus.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  expect(answer).not.toContain("101 Switching Protocols");
});

test("the HTML and the data of pages hold nothing of the member who asks for them", async ({
  kampus,
}) => {
  const member = await newMember(kampus, {
    surname: "Тайнова",
    name: "Секрета",
    patronymic: "Приватовна",
  });
  const cookie = `token=${member.token}`;
  for (const { surface, path } of pages) {
    const address = `/ru${path === "/" ? "" : path}`;
    for (const headers of [
      {},
      { rsc: "1" },
      { rsc: "1", "next-router-prefetch": "1" },
      { rsc: "1", "next-router-segment-prefetch": "/_tree" },
      { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    ] as Record<string, string>[]) {
      for (const target of [address, `${address}?_rsc=1`, `${address}.rsc`]) {
        const answer = await kampus.request(surface, target, { headers: { cookie, ...headers } });
        expect.soft(answer.body, target).not.toMatch(/Тайнова|Секрета|Приватовна/);
        expect.soft(answer.body, target).not.toContain(member.email);
      }
    }
  }
});

test("a request that says the middleware has run is answered as any other", async ({ kampus }) => {
  for (const path of ["/ru/login", "/ru/friends", "/ru/profile/friends"]) {
    const usual = await kampus.request("site", path);
    const claimed = await kampus.request("site", path, {
      headers: { "x-middleware-subrequest": "middleware" },
    });
    expect([claimed.status, claimed.body]).toEqual([usual.status, usual.body]);
  }
});

/** Sends raw bytes and resolves to what came back before the connection closed. */
function raw(kampus: Kampus, bytes: string): Promise<string> {
  const connection = connect(Number(kampus.deployment.port), "127.0.0.1");
  let answer = "";
  connection.setEncoding("latin1").on("data", (part: string) => (answer += part));
  connection.end(bytes, "latin1");
  return new Promise((resolve) => {
    connection.once("error", () => resolve(answer)).once("close", () => resolve(answer));
  });
}
