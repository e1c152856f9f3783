import { describe, expect, it } from "vitest";
import { redisAddress, sentinelOptions } from "#server/infra/redis-address.ts";

describe("REDIS_URL", () => {
  it.each([
    ["redis://127.0.0.1:6379", true],
    ["rediss://user:secret@redis.example/2", true],
    ["redis+sentinel://one.example,two.example:26380/kampus", true],
    ["rediss+sentinel://user:secret@[::1]:26379/kampus/2?sentinelPassword=x", true],
    ["redis+sentinel://one.example", false],
    ["redis+sentinel://one.example:x/kampus", false],
    ["redis+sentinel://one.example,/kampus", false],
    ["http://127.0.0.1:6379", false],
    ["127.0.0.1:6379", false],
  ])("%s is accepted: %s", (url, expected) => {
    expect(redisAddress.safeParse(url).success).toBe(expected);
  });

  it("may name sentinels, the master, its database and the passwords of both", () => {
    const url =
      "redis+sentinel://kampus:p%40ss@one.example,[::1]:26380/the-master/3?sentinelPassword=s%26s";
    expect(sentinelOptions(url)).toEqual({
      sentinels: [
        { host: "one.example", port: 26_379 },
        { host: "::1", port: 26_380 },
      ],
      name: "the-master",
      db: 3,
      username: "kampus",
      password: "p@ss",
      sentinelPassword: "s&s",
    });
  });

  it("with TLS uses it for the sentinels and for the master", () => {
    expect(sentinelOptions("rediss+sentinel://one.example/the-master")).toMatchObject({
      tls: {},
      sentinelTLS: {},
      enableTLSForSentinelMode: true,
    });
  });

  it("of a single Redis names no sentinels", () => {
    expect(sentinelOptions("rediss://one.example/2")).toBeNull();
  });
});
