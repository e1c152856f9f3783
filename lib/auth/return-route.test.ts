import { describe, expect, it } from "vitest";
import { destinationOf, returnRouteOf } from "#lib/auth/return-route.ts";
import { routes } from "#lib/routes.ts";
import type { Deployment } from "#lib/site/surfaces.ts";

const deployment: Deployment = { rootDomain: "kampus.localhost", scheme: "http", port: "3000" };
const asked = (subdomain: string, path: string) => new URLSearchParams({ subdomain, path });
const returned = (subdomain: string, path: string) =>
  returnRouteOf(asked(subdomain, path), deployment, "ru");

describe("after signing in", () => {
  it("an unverified member confirms the address first, wherever they came from", () => {
    const to = destinationOf({ verified: false }, routes.chat("private", 7));
    expect(to).toEqual(routes.confirmation());
  });

  it("a verified member returns to the page they came from", () => {
    const to = destinationOf({ verified: true }, returned("chat", "/private/7"));
    expect(to).toEqual(routes.chat("private", 7));
  });

  it("a verified member who came from no page goes to the profile", () => {
    expect(destinationOf({ verified: true }, null)).toEqual(routes.profile());
  });

  it("a verified member is not redirected by a forged link", () => {
    const to = destinationOf({ verified: true }, returned("evil", "/x"));
    expect(to).toEqual(routes.profile());
  });
});

describe("a link that asks to return", () => {
  it("keeps the query of the page", () => {
    expect(returned("profile", "/friends/find?q=Али%26&x=1")).toEqual({
      surface: "profile",
      path: "/friends/find?q=%D0%90%D0%BB%D0%B8%26&x=1",
    });
  });

  it("may omit the first slash", () => {
    expect(returned("profile", "friends")).toEqual(routes.friends());
    expect(returned("chat", "/")).toEqual(routes.chats());
  });

  it("is read as the login link of routes writes it", () => {
    const { path } = routes.login(routes.member(12));
    expect(returnRouteOf(new URLSearchParams(path.split("?")[1]), deployment, "uz")).toEqual(
      routes.member(12),
    );
  });

  it("keeps the query and the anchor of the page", () => {
    const event = {
      ...routes.classEvent(16, "2014", 5),
      path: "/objects/16/classes/2014?group=A#event-5",
    };
    const { path } = routes.login(event);
    expect(returnRouteOf(new URLSearchParams(path.split("?")[1]), deployment, "uz")).toEqual(event);
  });

  it.each([
    ["profile.evil.com", "/friends"],
    ["evil.com/", "/friends"],
    ["api", "/api/logout"],
    ["mail", "/"],
    ["", "/friends"],
    ["profile", "//evil.com"],
    ["profile", "//evil.com/friends"],
    ["profile", "/\\evil.com"],
    ["profile", "\\\\evil.com"],
    ["profile", "https://evil.com"],
    ["profile", "javascript:alert(1)"],
    ["profile", "@evil.com/friends"],
    ["profile", ".evil.com/friends"],
    ["profile", ":80@evil.com"],
    ["profile", "/\tfriends"],
    ["profile", "/fri\nends"],
    ["profile", "/\u0000"],
    ["profile", "/../../evil"],
    ["profile", "/%2e%2e/uz/friends"],
    ["profile", "/../uz/friends"],
    ["profile", "/no-such-page"],
    ["profile", "/users/_"],
    ["site", "/login?subdomain=site&path=/login"],
    ["site", "/confirmation/abc"],
    ["site", "/signup"],
    ["site", "/recovery"],
    ["site", "/recovery?step=password"],
    ["Profile", "/friends"],
    ["profile.", "/friends"],
    ["profile@evil.com", "/friends"],
    ["profile。evil", "/friends"],
    ["__proto__", "/friends"],
    ["profile", "%2f%2fevil.com"],
    ["profile", "/%2f%2fevil.com"],
    ["profile", "/%5c%5cevil.com"],
    ["profile", "/friends/..%2f..%2fevil"],
    ["profile", "/．．/evil"],
    ["profile", "/。。/evil"],
    ["profile", "///evil.com"],
    ["profile", "http:evil.com"],
    ["profile", "data:text/html,x"],
    ["profile", "JavaScript:alert(1)"],
    ["profile", " //evil.com"],
    ["profile", "\u200b//evil.com"],
    ["profile", "/friends%00"],
    ["profile", "/friends;@evil.com"],
    ["chat", "/private/7/../../../evil"],
    ["chat", "/private/-7"],
    ["chat", "/private/7e3"],
  ])("is not followed when it names %j %j", (subdomain, path) => {
    expect(returned(subdomain, path)).toBeNull();
  });

  it("is not followed when one of its two parts is missing", () => {
    expect(returnRouteOf(new URLSearchParams("path=/friends"), deployment, "ru")).toBeNull();
    expect(returnRouteOf(new URLSearchParams("subdomain=chat"), deployment, "ru")).toBeNull();
  });
});
