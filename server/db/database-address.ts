import { z } from "zod";

/** One database on one or more servers, of which one at a time accepts writes. */
export interface DatabaseAddress {
  /** A URL for each server, in the order in which they are tried. */
  urls: [string, ...string[]];
  /** Whether a server that accepts no writes is skipped. */
  takesWrites: boolean;
}

/** DATABASE_URL as libpq reads it: `postgres://user:password@one:5432,two:5432/kampus?target_session_attrs=read-write`. */
export const databaseAddress = z.string().transform((value, context): DatabaseAddress => {
  const address = parse(value);
  if (typeof address !== "string") return address;
  context.addIssue(address);
  return z.NEVER;
});

const shape = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const attribute = "target_session_attrs";

/** The address, or what is wrong with it. */
function parse(value: string): DatabaseAddress | string {
  const [, before = "", hosts = "", after = ""] = shape.exec(value) ?? [];
  const [first, ...others] = hosts.split(",").map((host) => `${before}${host}${after}`);
  if (!first || ![first, ...others].every((url) => URL.canParse(url)))
    return "must be a URL beginning with postgres:// or postgresql://, its hosts separated by commas";
  const wanted = new URL(first).searchParams.get(attribute) ?? "any";
  if (!["any", "read-write"].includes(wanted)) return `must ask for ${attribute}=any or read-write`;
  return {
    urls: [withoutAttribute(first), ...others.map(withoutAttribute)],
    takesWrites: wanted === "read-write",
  };
}

function withoutAttribute(url: string): string {
  const parsed = new URL(url);
  if (!parsed.searchParams.has(attribute)) return url;
  parsed.searchParams.delete(attribute);
  return parsed.href;
}
