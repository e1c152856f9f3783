/** SEC-S5 and SEC-R2, where the tests of hosts do not reach. */
import { describe, expect, it } from "vitest";
import { everyRoute } from "#server/testing/access/every-route.ts";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const foreign = [
  "null",
  "https://evil.example",
  "http://chat.kampus.localhost:3000.evil.example",
  "http://evilchat.kampus.localhost:3000",
  "https://chat.kampus.localhost:3000",
  "http://chat.kampus.localhost:3001",
  "http://chat.kampus.localhost.:3000",
  "http://chat.kampus.localhost:3000@evil.example",
];
const headersOfCors = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => /^access-control-allow-(origin|credentials)$/.test(name));

describe("a route of the API", () => {
  it.each(foreign)(
    "never lets the pages of %s read an answer, or send more than a simple request",
    async (origin) => {
      const { token } = await oneMember(kampus, {});
      for (const { method, url } of await everyRoute(kampus)) {
        const from = { host: "api.kampus.localhost", headers: { origin } };
        const preflight = {
          origin,
          "access-control-request-method": method,
          "access-control-request-headers": "authorization",
        };
        const answers = await Promise.all([
          kampus.call(method, url, { ...from, ...(url !== "/api/logout" && { token }) }),
          kampus.call(method, url, from),
          kampus.call("OPTIONS", url, { ...from, headers: preflight }),
        ]);
        for (const answer of answers) {
          expect(headersOfCors(answer.headers), `${method} ${url}`).toEqual([]);
          expect(answer.headers.vary).toContain("Origin");
        }
      }
    },
  );
});

describe("the pages of a surface", () => {
  const origin = "http://chat.kampus.localhost:3000";

  it("may send the headers and methods that the calls need, and no others", async () => {
    const answer = await kampus.call("OPTIONS", "/messenger/private/sendMessage", {
      host: "messenger.kampus.localhost",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization, cookie, x-evil",
      },
    });
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, POST, PUT, DELETE",
      "access-control-allow-headers": "authorization, content-type, accept-language",
    });
    expect(headersOfCors(answer.headers)).toEqual(["access-control-allow-origin"]);
  });

  it("may read failures too, and when to try again", async () => {
    for (const url of ["/api/en/user", "/api/en/nothing", "/api/en/user/0", "/api/xx/user"]) {
      const answer = await kampus.get(url, { host: "api.kampus.localhost", headers: { origin } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "access-control-expose-headers": "retry-after, x-request-id",
      });
    }
  });
});

describe("a mail", () => {
  it("of whatever kind has links to the configured host alone, whatever host the request names", async () => {
    const spoofed = {
      host: "evil.example",
      headers: {
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "ftp",
        "x-forwarded-port": "666",
        "x-original-host": "evil.example",
        forwarded: "host=evil.example;proto=ftp",
        origin: "http://evil.example",
        referer: "http://evil.example/",
      },
    };
    const { email, password, token } = await kampus.signUp();
    const setting = "/api/ru/profile/setting";
    const secret = "another secret";
    await kampus.get("/api/ru/email/resend", { token, ...spoofed });
    await kampus.mails(email, 2);
    await kampus.post("/api/ru/password/email", { email, ...(await kampus.captcha()) }, spoofed);
    await kampus.mails(email, 3);
    await kampus.put(
      `${setting}/password`,
      { current_password: password, password: secret, password_confirmation: secret },
      { token, ...spoofed },
    );
    await kampus.mails(email, 4);
    await kampus.post(`${setting}/deletion`, { password: secret }, { token, ...spoofed });
    const mails = await kampus.mails(email, 5);
    const links = mails.flatMap(
      ({ text, html }) => `${text} ${html}`.match(/\b\w+:\/\/[^/\s"<]+/g) ?? [],
    );
    expect(new Set(links)).toEqual(new Set(["http://site.kampus.localhost:3000"]));
    expect(JSON.stringify(mails)).not.toContain("evil");
  });
});
