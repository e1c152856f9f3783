import { describe, expect, it } from "vitest";
import {
  commonHeaders,
  completePolicy,
  dataPolicy,
  documentPolicy,
  pagePolicy,
} from "#server/http/security-headers.ts";

const behindTls = {
  deployment: { rootDomain: "kampus.uz", scheme: "https", port: "" },
  mediaUrl: "https://media.example/files/",
  mode: "production",
} as const;
const onThisMachine = {
  deployment: { rootDomain: "kampus.localhost", scheme: "http", port: "3000" },
  mediaUrl: undefined,
  mode: "production",
} as const;

/** Sources by directive. */
const sourcesIn = (policy: string) =>
  new Map(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]));

describe("the policy of a page", () => {
  it("allows only scripts of Kampus or named by their hash", () => {
    const policy = sourcesIn(pagePolicy(behindTls, ["'sha256-abc='"]));
    expect(policy.get("script-src")).toEqual(["'self'", "'sha256-abc='"]);
    expect(policy.get("default-src")).toEqual(["'self'"]);
    for (const directive of ["object-src", "base-uri", "frame-ancestors"])
      expect(policy.get(directive)).toEqual(["'none'"]);
  });

  it("allows pictures and media from the origin of uploads", () => {
    const policy = sourcesIn(pagePolicy(behindTls));
    expect(policy.get("img-src")).toContain("https://media.example");
    expect(policy.get("media-src")).toContain("https://media.example");
    expect(policy.get("connect-src")).not.toContain("https://media.example");
  });

  it("allows sockets and calls to the surfaces alone", () => {
    expect(sourcesIn(pagePolicy(onThisMachine)).get("connect-src")).toEqual([
      "'self'",
      "http://kampus.localhost:3000",
      "http://site.kampus.localhost:3000",
      "http://profile.kampus.localhost:3000",
      "http://chat.kampus.localhost:3000",
      "ws://kampus.localhost:3000",
      "ws://site.kampus.localhost:3000",
      "ws://profile.kampus.localhost:3000",
      "ws://chat.kampus.localhost:3000",
    ]);
    expect(pagePolicy(behindTls)).toContain("wss://chat.kampus.uz");
  });

  it("upgrades plain addresses to TLS only where there is TLS", () => {
    expect(pagePolicy(behindTls)).toContain("upgrade-insecure-requests");
    expect(pagePolicy(onThisMachine)).not.toContain("upgrade-insecure-requests");
  });

  it("forbids eval, except in development", () => {
    for (const policy of [pagePolicy(behindTls), documentPolicy, dataPolicy])
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(pagePolicy({ ...onThisMachine, mode: "development" })).toContain("'unsafe-eval'");
  });
});

describe("every answer", () => {
  it("keeps browsers on TLS for two years, where there is TLS", () => {
    const name = "strict-transport-security";
    expect(commonHeaders(behindTls)[name]).toBe("max-age=63072000; includeSubDomains");
    expect(commonHeaders(onThisMachine)).not.toHaveProperty(name);
  });

  it("forbids the browser to guess another type", () => {
    expect(commonHeaders(onThisMachine)["x-content-type-options"]).toBe("nosniff");
  });
});

it("a page with a policy of its own still has the prohibitions of all pages", () => {
  const completed = sourcesIn(completePolicy("default-src 'none'; base-uri 'self'"));
  expect(completed.get("object-src")).toEqual(["'none'"]);
  expect(completed.get("frame-ancestors")).toEqual(["'none'"]);
  expect(completed.get("base-uri")).toEqual(["'self'"]);
});
