import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import type { Deployment } from "#lib/site/surfaces.ts";
import { databaseAddress } from "#server/db/database-address.ts";
import { redisAddress } from "#server/infra/redis-address.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import { s3Address } from "#server/storage/s3-address.ts";

const hostname = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    "is not a host name",
  );

const urlOf = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      `must be a URL beginning with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    );

const commaList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .pipe(z.array(item).min(1));

const numeric = (message: string, holds: (value: number) => boolean) =>
  z.coerce.number(message).refine(holds, message);
const wholeFrom = (min: number) =>
  numeric(
    `must be a whole number from ${min}`,
    (value) => Number.isSafeInteger(value) && value >= min,
  );
const positive = numeric("must be a number above 0", (value) => value > 0);
const port = numeric(
  "must be a number from 1 to 65535",
  (value) => Number.isInteger(value) && value >= 1 && value <= 65_535,
);

const addressOrRange = z.string().refine((value) => {
  const [address = "", bits, ...more] = value.split("/");
  const version = isIP(address);
  const bitsMax = version === 4 ? 32 : 128;
  return (
    version !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= bitsMax))
  );
}, "must be addresses or CIDR ranges");

/** 32 bytes in Base64. */
const key256 = z
  .string()
  .transform((value) => Buffer.from(value, "base64"))
  .refine((key) => key.length === 32, "must be 32 bytes in Base64: openssl rand -base64 32");

const variables = z
  .object({
    NODE_ENV: z
      .enum(["production", "development", "test"], "must be production, development or test")
      .default("production"),
    DATABASE_URL: databaseAddress.optional(),
    DATABASE_POOL: wholeFrom(3).default(20),
    DATABASE_REPLICA_URLS: commaList(databaseAddress).optional(),
    REDIS_URL: redisAddress.optional(),
    S3_URL: s3Address.optional(),
    BACKUP_S3_URL: s3Address.optional(),
    MEDIA_QUOTA_MB: positive.default(1024),
    KEY_ENCRYPTION_KEYS: commaList(key256).default([]),
    SMTP_URL: urlOf("smtp", "smtps").optional(),
    SMS_URL: urlOf("http", "https").optional(),
    ROOT_DOMAIN: hostname.default("kampus.localhost"),
    PORT: port.default(3000),
    PUBLIC_SCHEME: z.enum(["http", "https"], "must be http or https").optional(),
    PUBLIC_PORT: port.optional(),
    MEDIA_URL: urlOf("http", "https")
      .refine((value) => !URL.canParse(value) || isOrigin(value), "must have no path")
      .optional(),
    ACCOUNT_DOMAINS: commaList(hostname).default(["kampus.example", "talim.example"]),
    BRAND_NAME: z.string().max(60, "must be at most 60 characters").default("Kampus"),
    PASSWORD_STRICT: z.enum(["0", "1"], "must be 0 or 1").optional(),
    LEAKED_PASSWORDS_URL: urlOf("http", "https").optional(),
    CAPTCHA_TEST_ANSWER: z.string().optional(),
    RATE_LIMIT_SCALE: positive.default(1),
    DRAIN_SECONDS: numeric(
      "must be a number from 0 to 300",
      (value) => value >= 0 && value <= 300,
    ).optional(),
    /** Read by server/infra/thread-pool.ts, before anything else is. */
    KAMPUS_PROCESSORS: wholeFrom(1).optional(),
    OPERATOR: z.string().optional(),
    OPERATOR_TOKEN: z.string().optional(),
    TRUSTED_PROXIES: commaList(addressOrRange).optional(),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z
      .string()
      .refine((value) => isIP(value) !== 0, "must be an address of this machine")
      .default("127.0.0.1"),
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf("http", "https").optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlOf("http", "https").optional(),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .literal("http/protobuf", "must be http/protobuf")
      .default("http/protobuf"),
    OTEL_TRACES_SAMPLER_ARG: numeric(
      "must be a number from 0 to 1",
      (value) => value >= 0 && value <= 1,
    ).default(1),
    VAR_DIR: z.string().default("var"),
  })
  .refine((env) => env.CAPTCHA_TEST_ANSWER === undefined || isLocal(env.ROOT_DOMAIN), {
    path: ["CAPTCHA_TEST_ANSWER"],
    error: "is accepted only where ROOT_DOMAIN ends in .localhost",
    when: () => true,
  })
  .refine((env) => env.DATABASE_REPLICA_URLS === undefined || env.DATABASE_URL !== undefined, {
    path: ["DATABASE_REPLICA_URLS"],
    error: "must stand beside DATABASE_URL",
  })
  .refine(({ METRICS_PORT, PORT }) => METRICS_PORT !== PORT, {
    path: ["METRICS_PORT"],
    error: "must be another port than PORT",
  })
  .refine(({ MEDIA_URL, ROOT_DOMAIN }) => !isUnder(ROOT_DOMAIN, MEDIA_URL), {
    path: ["MEDIA_URL"],
    error: "must be on another domain than ROOT_DOMAIN",
  });

/** Whether a domain can only be this machine: there the mailbox and the captcha's test answer are allowed. */
const isLocal = (domain: unknown) => typeof domain === "string" && domain.endsWith(".localhost");

const isOrigin = (url: string) => new URL(url).href === `${new URL(url).origin}/`;

const isUnder = (domain: string, url = "") =>
  URL.canParse(url) && `.${new URL(url).hostname}`.endsWith(`.${domain}`);

export type Env = ReturnType<typeof readEnv>;

/**
 * Parses the environment (table of README.md) once; an empty variable counts as unset.
 * @throws {StartFault} naming every fault.
 */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== "" && value !== undefined),
  );
  const parsed = variables.safeParse({ ROOT_DOMAIN: "kampus.localhost", ...given });
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) =>
        `${String(issue.path[0])} ${issue.message} (given: ${shown(issue.path[0], given)})`,
    );
    // Several parts of a variable may have the same fault.
    throw new StartFault([...new Set(lines)]);
  }

  const env = parsed.data;
  const local = isLocal(env.ROOT_DOMAIN);
  const scheme = env.PUBLIC_SCHEME ?? (local ? "http" : "https");
  const publicPort = env.PUBLIC_PORT ?? (local ? env.PORT : scheme === "https" ? 443 : 80);
  const deployment: Deployment = {
    rootDomain: env.ROOT_DOMAIN,
    scheme,
    port: publicPort === (scheme === "https" ? 443 : 80) ? "" : String(publicPort),
  };
  const [firstDomain = "", ...otherDomains] = env.ACCOUNT_DOMAINS;
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    deployment,
    databaseAddress: env.DATABASE_URL,
    databasePoolMax: env.DATABASE_POOL,
    databaseReplicas: env.DATABASE_REPLICA_URLS,
    unusualBesideEmbedded: env.DATABASE_URL ? [] : unusualBesideEmbedded(given),
    redisUrl: env.REDIS_URL,
    /** The first encrypts the keys in the database, and every one can decrypt them. */
    keyEncryptionKeys: env.KEY_ENCRYPTION_KEYS,
    smtpUrl: env.SMTP_URL,
    mediaUrl: env.MEDIA_URL,
    s3: env.S3_URL,
    backupS3: env.BACKUP_S3_URL,
    mediaQuotaBytes: Math.floor(env.MEDIA_QUOTA_MB * 1024 * 1024),
    smsUrl: env.SMS_URL,
    /** Unsent mail is shown at mail.<root> (D-MAILBOX). */
    hasMailbox: env.SMTP_URL === undefined && local,
    accountDomains: [firstDomain, ...otherDomains] satisfies [string, ...string[]],
    brand: env.BRAND_NAME,
    passwordStrict: env.PASSWORD_STRICT === "1",
    /** Whether the operator has left the choice open. */
    passwordStrictUnset: env.PASSWORD_STRICT === undefined,
    leakedPasswordsUrl: env.LEAKED_PASSWORDS_URL,
    captchaTestAnswer: env.CAPTCHA_TEST_ANSWER,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    /** With a single process there is no other to take over its members. */
    drainMs: (env.DRAIN_SECONDS ?? (env.REDIS_URL ? 5 : 0)) * 1000,
    /** The user of the operator's command (D-AUDIT). */
    operator: env.OPERATOR,
    operatorToken: env.OPERATOR_TOKEN,
    trustedProxies: env.TRUSTED_PROXIES,
    tracing: tracingOf(env),
    metrics: env.METRICS_PORT && { host: env.METRICS_HOST, port: env.METRICS_PORT },
    varDir: path.resolve(env.VAR_DIR),
  };
}

/**
 * Which of the given variables a deployment hardly has beside the embedded database: with them DATABASE_URL may have been
 * forgotten or misspelt, and what starts is an empty Kampus.
 */
function unusualBesideEmbedded(given: Record<string, string | undefined>): string[] {
  const names = ["REDIS_URL", "S3_URL", "BACKUP_S3_URL", "DATABASE_POOL"];
  const isPublic = given.ROOT_DOMAIN !== undefined && !isLocal(given.ROOT_DOMAIN.toLowerCase());
  return [...(isPublic ? ["ROOT_DOMAIN"] : []), ...names.filter((name) => name in given)];
}

/** By the rules of OpenTelemetry: one endpoint is a base, the other is the whole address. */
function tracingOf({
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: z.infer<typeof variables>) {
  const url = whole ?? (base && `${base.replace(/\/$/, "")}/v1/traces`);
  return url ? { url, ratio } : undefined;
}

/** Values that carry passwords or answers are not printed on the console. */
function shown(
  variable: PropertyKey | undefined,
  given: Record<string, string | undefined>,
): string {
  const name = String(variable);
  return /URL|ANSWER|ENDPOINT|TOKEN|KEY/.test(name) ? "hidden" : JSON.stringify(given[name]);
}
