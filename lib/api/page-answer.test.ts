import { describe, expect, it } from "vitest";
import { pageAnswer } from "#lib/api/page-answer.ts";

const answer = (
  host: string | undefined,
  pathname: string,
  headers: { locale?: string; accepts?: string } = {},
) =>
  pageAnswer(
    { host, pathname, rememberedLocale: headers.locale, acceptLanguage: headers.accepts },
    "kampus.uz",
  );

describe("a request for a page", () => {
  it.each([
    ["kampus.uz", "/ru", "/ru/site"],
    ["site.kampus.uz:443", "/en/login", "/en/site/login"],
    ["profile.kampus.uz", "/uz/users/7", "/uz/profile/users/_"],
    ["chat.kampus.uz", "/ru/private/12", "/ru/chat"],
  ])("to %s%s gets %s, which shared caches may keep for a minute", (host, pathname, page) => {
    expect(answer(host, pathname)).toEqual({
      status: 200,
      page,
      caching: "public, max-age=0, s-maxage=60, stale-while-revalidate=60",
    });
  });

  it.each([
    ["site.kampus.uz", "/ru/friends", "/ru/missing"],
    ["site.kampus.uz", "/ru/site/login", "/ru/missing"],
    ["site.kampus.uz", "/xx/login", "/en/missing"],
    ["profile.kampus.uz", "/users/7", "/en/missing"],
  ])(
    "to %s%s, which does not exist, gets %s, in the language of the address or else of the browser",
    (host, pathname, page) => {
      expect(answer(host, pathname, { accepts: "en" })).toEqual({
        status: 404,
        page,
        caching: "private, no-store",
      });
    },
  );

  it("at the root is redirected to the remembered language, and no cache may keep the redirect", () => {
    expect(answer("kampus.uz", "/", { locale: "uz", accepts: "en" })).toEqual({
      status: 307,
      location: "/uz",
      caching: "private, no-store",
    });
  });

  it.each([undefined, "evil.example", "api.kampus.uz", "kampus.uz.evil.example"])(
    "to %s, which has no pages, gets none",
    (host) => {
      expect(answer(host, "/ru/login")).toEqual({ status: 421 });
    },
  );
});
