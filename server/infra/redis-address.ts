/** Parses REDIS_URL: a single Redis, or one that is found by its sentinels. */
import type { RedisOptions } from "ioredis";
import { z } from "zod";

const sentinelPort = 26_379;
const bySentinels =
  /^redis(s?)\+sentinel:\/\/(?:([^@/?]*)@)?([^@/?]+)\/([^/?]+)(?:\/(\d+))?(?:\?(.*))?$/;

/**
 * The options of `redis+sentinel://[user:password@]host:port,host:port/name/database?sentinelPassword=…`, where `name`
 * is the sentinels' name of the master; `rediss+sentinel` connects to both by TLS. Null for any other address.
 */
export function sentinelOptions(url: string): RedisOptions | null {
  const [whole, secure, login, hosts = "", name, db = "0", query] = bySentinels.exec(url) ?? [];
  if (whole === undefined || !hosts.split(",").every(isHost)) return null;
  const { username, password } = new URL(`redis://${login ?? ""}${login ? "@" : ""}host`);
  const given = new URLSearchParams(query);
  return {
    sentinels: hosts.split(",").map((host) => {
      const { hostname, port } = new URL(`redis://${host}`);
      return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || sentinelPort) };
    }),
    name: decodeURIComponent(name ?? ""),
    db: Number(db),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...Object.fromEntries(
      ["sentinelUsername", "sentinelPassword", "keyPrefix"].flatMap((option) => {
        const value = given.get(option);
        return value === null ? [] : [[option, value]];
      }),
    ),
    ...(secure && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

const isHost = (host: string) => host !== "" && URL.canParse(`redis://${host}`);

const isOneAddress = (url: string) => URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol);

export const redisAddress = z
  .string()
  .refine(
    (url) => isOneAddress(url) || sentinelOptions(url) !== null,
    "must be redis://host:port, rediss://host:port, or redis+sentinel://host:port,host:port/name (rediss+sentinel:// by TLS)",
  );
