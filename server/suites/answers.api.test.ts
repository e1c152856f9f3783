import { Script } from "node:vm";
import { beforeAll, describe, expect, it } from "vitest";
import { nothingFound, statusAndBody } from "#server/testing/answers.ts";
import { httpRequest } from "#server/testing/http-request.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile({ BRAND_NAME: 'A "B" </script>\u2028' });
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});

const inject = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payload: string | Buffer = "",
) => kampus.call(method, url, { token: member.token, headers, ...(payload && { body: payload }) });

const typed = (type: string) => ({ "content-type": type });
const [json, form] = [typed("application/json"), typed("application/x-www-form-urlencoded")];
const text = typed("text/plain");
const toLogin = ["POST", "/api/en/login"] as const;
const tooLarge = `"${"a".repeat(300_000)}"`;
const notUtf8 = Buffer.from('{"login":"caf\xe9"}', "latin1");

describe("a request that cannot be served", () => {
  it.each([
    ["malformed JSON", 400, "malformed", "POST", "/api/en/login", json, '{"login":'],
    ["JSON that is not UTF-8", 400, "malformed", "POST", "/api/en/login", json, notUtf8],
    ["JSON that poisons", 400, "malformed", "POST", "/api/en/login", json, '{"__proto__":{}}'],
    ["a body that is no object", 400, "malformed", "POST", "/api/en/login", json, "[]"],
    ["a body of null", 400, "malformed", "POST", "/api/en/login", json, "null"],
    ["no body where one is due", 400, "malformed", "POST", "/api/en/login", json, ""],
    ["an unreadable address", 400, "malformed", "GET", "/api/en/%zz", {}, ""],
    ["an unreadable address under nothing", 400, "malformed", "GET", "/%E0%A4%A", {}, ""],
    ["an endless name in the address", 400, "malformed", "GET", `/api/en/user/${"9".repeat(600)}`],
    ["an unknown route", 404, "not_found", "GET", "/api/en/nothing"],
    ["an unknown route below a known one", 404, "not_found", "GET", "/api/en/user/1/secrets"],
    ["a method that a route has not", 404, "not_found", "DELETE", "/api/en/user"],
    ["malformed JSON to nothing", 404, "not_found", "POST", "/api/en/nothing", json, '{"a":'],
    ["a form to nothing", 404, "not_found", "POST", "/api/en/nothing", form, "a=b"],
    ["a body too large to nothing", 404, "not_found", "POST", "/api/en/nothing", json, tooLarge],
    ["text to a method that a route has not", 404, "not_found", "PUT", "/api/en/user", text, "a"],
    ["form data", 415, "unsupported_type", ...toLogin, form, "a=b"],
    ["XML", 415, "unsupported_type", ...toLogin, typed("application/xml"), "<a/>"],
    ["text", 415, "unsupported_type", ...toLogin, text, "{}"],
    ["a body too large", 413, "too_large", ...toLogin, json, tooLarge],
  ])("%s: %i %s", async (_title, status, code, method, url, headers = {}, body = "") => {
    const answer = await inject(method, url, { ...headers, "accept-language": "en" }, body);
    expect(statusAndBody(answer)).toEqual([
      status,
      { message: expect.stringMatching(/^[A-Z][a-z ,]+/) as string, code },
    ]);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it.each([
    ["uz", "/api/uz/nothing", "Hech narsa topilmadi"],
    ["en", "/api/en/user/0", "Nothing was found"],
    ["ru", "/api/ru/nothing/at/all", "Ничего не найдено"],
    ["uz percent-encoded", "/api/%75z/user/0", "Hech narsa topilmadi"],
  ])("is answered in the language of the path, %s", async (_locale, url, message) => {
    const answer = await inject("GET", url, { "accept-language": "ru;q=0.1, fr" });
    expect(answer.json()).toEqual({ message, code: "not_found" });
  });

  it.each(["xx", "EN", "ru-RU", "__proto__", "constructor", "%72u%00", "..", "1"])(
    "names a locale that there is not: %s",
    async (locale) => {
      for (const path of ["user", "settings", "users"]) {
        const answer = await inject("GET", `/api/${locale}/${path}`, { "accept-language": "en" });
        expect(statusAndBody(answer)).toEqual(nothingFound);
      }
    },
  );
});

describe("every answer", () => {
  it.each([
    ["GET", "/api/en/user"],
    ["GET", "/api/en/nothing"],
    ["GET", "/api/captcha/flat"],
    ["POST", "/api/en/login"],
    ["GET", "/messenger/new/messages"],
  ])("of %s %s is not to be cached, sniffed or confused with another", async (method, url) => {
    const [one, other] = [await inject(method, url), await inject(method, url)];
    expect(one.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(one.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
    expect(one.headers["x-request-id"]).not.toBe(other.headers["x-request-id"]);
  });

  it("has a request id of the server's own", async () => {
    const answer = await inject("GET", "/api/languages", { "x-request-id": "forged" });
    expect(answer.headers["x-request-id"]).not.toContain("forged");
  });
});

describe("JSON announced and nothing sent", () => {
  it("is understood where nothing is due", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const post = (url: string) =>
      httpRequest(kampus, url, {
        method: "POST",
        headers: { ...json, authorization: `Bearer ${one.token}` },
      });
    const answers = [
      await post(`/api/ru/profile/friends/friendship/${other.id}/add`),
      await post(`/messenger/private/create/chat/${other.id}`),
      await post("/api/logout"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe("other methods", () => {
  it("HEAD is answered as GET, without the body", async () => {
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) => httpRequest(kampus, "/api/languages", { method })),
    );
    expect([head?.status, head?.body]).toEqual([200, ""]);
    expect(head?.headers["content-length"]).toBe(get?.headers["content-length"]);
  });

  it.each(["GET", "HEAD"])("%s without a token is told to bring one", async (method) => {
    const { status, headers } = await httpRequest(kampus, "/api/ru/user", { method });
    expect([status, headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  });

  it.each(["OPTIONS", "TRACE", "PROPFIND", "PATCH"])("%s does nothing", async (method) => {
    const answer = await httpRequest(kampus, "/api/ru/user", { method });
    expect([answer.body === "" ? 204 : 0, 400, 404]).toContain(answer.status);
  });
});

describe("the header that Next trusts", () => {
  it("signs nobody in to the API", async () => {
    const headers = { "x-middleware-subrequest": "middleware:middleware:middleware" };
    const answer = await httpRequest(kampus, "/api/ru/user", { headers });
    expect(answer.status).toBe(401);
  });
});

describe("/config.js", () => {
  const run = async (cookie: string) => {
    const answer = await inject("GET", "/config.js");
    expect(answer.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const attributes: Record<string, string> = {};
    const window: Record<string, unknown> = {};
    const setAttribute = (name: string, value: string) => {
      attributes[name] = value;
    };
    new Script(answer.body).runInNewContext({
      window,
      document: { cookie, documentElement: { setAttribute } },
      matchMedia: () => ({ matches: false }),
      addEventListener: () => undefined,
      Node: { prototype: {} },
    });
    return { attributes, window };
  };

  it("tells the browser where it is, and nothing else", async () => {
    expect((await run("")).window).toEqual({
      __KAMPUS__: {
        rootDomain: "kampus.localhost",
        scheme: "http",
        port: "3000",
        accountDomains: ["kampus.example", "talim.example"],
        brand: 'A "B" </script>\u2028',
        mailbox: true, // tests run with the embedded one, which shows text messages, too
        textMessages: true,
      },
    });
  });

  it.each([
    ["a=b; color_scheme=dark", "dark"],
    ["color_scheme=light", "light"],
    ["color_scheme=<img>", "light"],
    ["xcolor_scheme=dark", "light"],
  ])("sets the colour scheme of the cookie %j", async (cookie, scheme) => {
    expect((await run(cookie)).attributes).toEqual({
      "data-mantine-color-scheme": scheme,
      "data-visitor": "", // no cookie of a session
    });
  });
});
