import { describe, expect, it } from "vitest";
import { pageAnswer } from "#lib/api/page-answer.ts";

const answer = (
  host: string | undefined,
  pathname: string,
  {
    locale,
    accepts,
    hasToken = false,
  }: { locale?: string; accepts?: string; hasToken?: boolean } = {},
) =>
  pageAnswer(
    { host, pathname, rememberedLocale: locale, acceptLanguage: accepts, hasToken },
    "kampus.uz",
  );

describe("a request for a page", () => {
  it.each([
    ["kampus.uz", "/ru", "/ru/site"],
    ["site.kampus.uz:443", "/en/login", "/en/site/login"],
    ["profile.kampus.uz", "/uz/users/7", "/uz/profile/users/_"],
    ["chat.kampus.uz", "/ru", "/ru/chat"],
    ["chat.kampus.uz", "/ru/private/12", "/ru/chat/conversation"],
  ])("to %s%s gets %s, which shared caches may keep for a minute", (host, pathname, page) => {
    expect(answer(host, pathname)).toEqual({
      status: 200,
      page,
      caching: "public, max-age=0, s-maxage=60, stale-while-revalidate=60",
    });
  });

  it.each(["kampus.uz", "site.kampus.uz"])(
    "to %s from a member gets the home page with the files for members, which no shared cache may keep",
    (host) => {
      expect(answer(host, "/uz", { hasToken: true })).toEqual({
        status: 200,
        page: "/uz/site/for-members",
        caching: "private, max-age=0",
      });
    },
  );

  it("to any other page is answered alike for members and visitors", () => {
    for (const host of ["site.kampus.uz", "profile.kampus.uz", "chat.kampus.uz"])
      for (const path of ["/ru/login", "/ru/friends", "/ru/private/12", "/ru/for-members"])
        expect(answer(host, path, { hasToken: true })).toEqual(answer(host, path));
  });

  it.each([
    ["site.kampus.uz", "/ru/friends", "/ru/missing"],
    ["site.kampus.uz", "/ru/for-members", "/ru/missing"],
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
