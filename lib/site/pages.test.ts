import { describe, expect, it } from "vitest";
import { pageOf, splitLocale } from "#lib/site/pages.ts";
import { routes } from "#lib/routes.ts";

describe("the page behind an address", () => {
  it.each(
    [
      routes.home(),
      routes.signup(),
      routes.login(),
      routes.confirmation(),
      routes.profile(),
      routes.member(7),
      routes.friends(),
      routes.friendRequests(),
      routes.sentRequests(),
      routes.findPeople(),
      routes.institution(7),
      routes.class(7, "2014"),
      routes.class(7, "since-2022"),
      routes.settings(),
      routes.accountSettings(),
      routes.securitySettings(),
      routes.dataSettings(),
      routes.chats(),
      routes.chat("private", 12),
      routes.chat("group", 3),
    ].map(({ surface, path }) => [surface, path] as const),
  )("exists for every link that the product makes: %s %s", (surface, path) => {
    expect(pageOf(surface, path)).not.toBeNull();
  });

  it("is shared by all members, all chats and all confirmation links", () => {
    expect(pageOf("profile", "/users/41")).toBe("/users/_");
    expect(pageOf("chat", "/private/12")).toBe("/conversation");
    expect(pageOf("site", "/confirmation/aB-9_z")).toBe("/confirmation/_");
  });

  it.each([
    ["site", "/site/login"],
    ["site", "/friends"],
    ["site", "/missing"],
    ["site", "/login/"],
    ["site", "//login"],
    ["site", "/confirmation/a/b"],
    ["profile", "/users/_"],
    ["profile", "/users/0"],
    ["profile", "/users/7e3"],
    ["profile", "/login"],
    ["chat", "/secret/1"],
    ["chat", "/private"],
    ["chat", "/conversation"],
    ["chat", "/constructor"],
  ] as const)("does not exist for %s %s", (surface, path) => {
    expect(pageOf(surface, path)).toBeNull();
  });
});

it("a path is split into its language and the rest", () => {
  expect(splitLocale("/ru")).toEqual({ locale: "ru", path: "/" });
  expect(splitLocale("/uz/friends/find")).toEqual({ locale: "uz", path: "/friends/find" });
  expect(splitLocale("/")).toEqual({ locale: "", path: "/" });
});
