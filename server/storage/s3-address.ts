import { z } from "zod";

/** An S3-compatible store; without `endpoint` Amazon's own. */
export interface S3Address {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const bucketName = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i;

/** S3_URL: `https://KEY:SECRET@host[:port]/bucket[?region=…]`, or `s3://KEY:SECRET@bucket[?region=…]` for Amazon's own. */
export const s3Address = z.string().transform((value, context): S3Address => {
  const address = parse(value);
  if (address) return address;
  context.addIssue(
    "must be https://KEY:SECRET@host/bucket or s3://KEY:SECRET@bucket, either with ?region=… where the store has regions",
  );
  return z.NEVER;
});

function parse(value: string): S3Address | null {
  if (!URL.canParse(value)) return null;
  const { protocol, host, pathname, searchParams, hash, username, password } = new URL(value);
  const isAmazon = protocol === "s3:";
  const bucket = isAmazon ? host : pathname.slice(1).replace(/\/$/, "");
  const accessKeyId = decoded(username);
  const secretAccessKey = decoded(password);
  const isKnown =
    ["http:", "https:", "s3:"].includes(protocol) &&
    (!isAmazon || ["", "/"].includes(pathname)) &&
    [...searchParams.keys()].every((name) => name === "region") &&
    hash === "";
  if (!isKnown || !bucketName.test(bucket) || !accessKeyId || !secretAccessKey) return null;
  return {
    endpoint: isAmazon ? undefined : `${protocol}//${host}`,
    region: searchParams.get("region") ?? "us-east-1",
    bucket,
    accessKeyId,
    secretAccessKey,
  };
}

/** Decodes the escapes of an address; null for an invalid one. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
