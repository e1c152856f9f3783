import path from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "#server/env.ts";
import { StartFault } from "#server/infra/start-fault.ts";

/** The lines that an operator sees for a faulty environment. */
const faultsOf = (variables: Record<string, string>) => {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof StartFault) return error.lines;
    throw error;
  }
  return [];
};

describe("an empty environment", () => {
  it("starts the embedded Kampus on kampus.localhost:3000", () => {
    expect(readEnv({})).toEqual({
      mode: "production",
      port: 3000,
      deployment: { rootDomain: "kampus.localhost", scheme: "http", port: "3000" },
      databaseAddress: undefined,
      databasePoolMax: 20,
      databaseReplicas: undefined,
      unusualBesideEmbedded: [],
      redisUrl: undefined,
      keyEncryptionKeys: [],
      smtpUrl: undefined,
      smsUrl: undefined,
      mediaUrl: undefined,
      s3: undefined,
      backupS3: undefined,
      mediaQuotaBytes: 1024 ** 3,
      hasMailbox: true,
      accountDomains: ["kampus.example", "talim.example"],
      brand: "Kampus",
      passwordStrict: false,
      passwordStrictUnset: true,
      leakedPasswordsUrl: undefined,
      captchaTestAnswer: undefined,
      rateLimitScale: 1,
      drainMs: 0,
      trustedProxies: undefined,
      tracing: undefined,
      metrics: undefined,
      varDir: path.resolve("var"),
    });
  });

  it("is the same where all variables are empty, or belong to other programs", () => {
    const names = ["DATABASE_URL", "PORT", "ROOT_DOMAIN", "ACCOUNT_DOMAINS", "SMTP_URL"];
    names.push("RATE_LIMIT_SCALE", "CAPTCHA_TEST_ANSWER", "TRUSTED_PROXIES", "PUBLIC_SCHEME");
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    expect(readEnv({ ...empty, HOME: "/root", npm_config_x: "1" })).toEqual(readEnv({}));
  });
});

describe("a variable that cannot work", () => {
  it.each([
    ["NODE_ENV", "staging"],
    ["DATABASE_URL", "localhost:5432"],
    ["DATABASE_URL", "mysql://localhost/kampus"],
    ["DATABASE_URL", "postgres://one,two/kampus?target_session_attrs=standby"],
    ["DATABASE_POOL", "2"],
    ["DATABASE_POOL", "many"],
    ["DATABASE_REPLICA_URLS", "postgres://one/kampus,two:5432"],
    ["KEY_ENCRYPTION_KEYS", "a short one"],
    ["KEY_ENCRYPTION_KEYS", `${Buffer.alloc(32).toString("base64")},`],
    ["REDIS_URL", "http://localhost:6379"],
    ["S3_URL", "file:///media"],
    ["S3_URL", "https://s3.example/kampus"],
    ["MEDIA_QUOTA_MB", "0"],
    ["SMTP_URL", "mail.example"],
    ["SMS_URL", "sms.example/send"],
    ["PASSWORD_STRICT", "yes"],
    ["LEAKED_PASSWORDS_URL", "api.pwnedpasswords.com/range"],
    ["MEDIA_URL", "//media.example"],
    ["MEDIA_URL", "https://media.example/files"],
    ["MEDIA_URL", "http://kampus.localhost:4000"],
    ["MEDIA_URL", "http://media.kampus.localhost"],
    ["ROOT_DOMAIN", "https://kampus.example"],
    ["ROOT_DOMAIN", "kampus.example:3000"],
    ["ROOT_DOMAIN", "kampus..example"],
    ["ROOT_DOMAIN", "-kampus.example"],
    ["ROOT_DOMAIN", "kampus.example/"],
    ["ROOT_DOMAIN", `${"a".repeat(250)}.example`],
    ["PORT", "http"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "80.5"],
    ["PORT", "-1"],
    ["PUBLIC_PORT", "many"],
    ["PUBLIC_SCHEME", "ftp"],
    ["ACCOUNT_DOMAINS", "kampus.example,,talim.example"],
    ["ACCOUNT_DOMAINS", "@kampus.example"],
    ["BRAND_NAME", "К".repeat(61)],
    ["RATE_LIMIT_SCALE", "0"],
    ["RATE_LIMIT_SCALE", "-1"],
    ["RATE_LIMIT_SCALE", "off"],
    ["RATE_LIMIT_SCALE", "Infinity"],
    ["KAMPUS_PROCESSORS", "0"],
    ["KAMPUS_PROCESSORS", "all"],
    ["DRAIN_SECONDS", "-1"],
    ["DRAIN_SECONDS", "soon"],
    ["TRUSTED_PROXIES", "loopback"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/0"],
    ["TRUSTED_PROXIES", "10.0.0.0/8/8"],
    ["TRUSTED_PROXIES", "10.0.0.0/"],
    ["TRUSTED_PROXIES", "::1/129"],
    ["METRICS_PORT", "0"],
    ["METRICS_PORT", "65536"],
    ["METRICS_PORT", "metrics"],
    ["METRICS_PORT", "3000"],
    ["METRICS_HOST", "metrics.example"],
    ["METRICS_HOST", "10.0.0.0/8"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://collector:4317"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
    ["OTEL_TRACES_SAMPLER_ARG", "all"],
  ])("%s=%s is reported in one line that names it", (name, value) => {
    const lines = faultsOf({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} (is|must)[^\n]+$`));
  });

  it("is reported with a line for each of them where there are several", () => {
    const lines = faultsOf({
      PORT: "x",
      ROOT_DOMAIN: "a b",
      DATABASE_URL: "x",
      REDIS_URL: "x",
      RATE_LIMIT_SCALE: "x",
      PUBLIC_SCHEME: "x",
      NODE_ENV: "x",
      CAPTCHA_TEST_ANSWER: "x",
    });
    expect(lines.map((line) => line.split(" ")[0]).sort()).toEqual([
      "CAPTCHA_TEST_ANSWER",
      "DATABASE_URL",
      "NODE_ENV",
      "PORT",
      "PUBLIC_SCHEME",
      "RATE_LIMIT_SCALE",
      "REDIS_URL",
      "ROOT_DOMAIN",
    ]);
  });

  it("is reported once, however many of its parts are wrong", () => {
    expect(faultsOf({ ACCOUNT_DOMAINS: "a b,c d" })).toHaveLength(1);
    expect(faultsOf({ PORT: "-0.5" })).toHaveLength(1);
  });

  it("is shown, unless it may hold a secret", () => {
    expect(faultsOf({ PORT: "70000" })[0]).toContain('"70000"');
    const names = ["DATABASE_URL", "REDIS_URL", "S3_URL", "SMTP_URL", "SMS_URL", "MEDIA_URL"];
    for (const name of [...names, "OTEL_EXPORTER_OTLP_ENDPOINT"])
      expect(faultsOf({ [name]: "user:canary@host" }).join()).not.toContain("canary");
    const captcha = { CAPTCHA_TEST_ANSWER: "canary", ROOT_DOMAIN: "kampus.uz" };
    expect(faultsOf(captcha).join()).not.toContain("canary");
  });
});

describe("DATABASE_REPLICA_URLS", () => {
  const replicas = "postgres://one/kampus, postgres://two:5433/kampus";

  it("names a replica with each of its addresses", () => {
    const env = readEnv({
      DATABASE_URL: "postgres://primary/kampus",
      DATABASE_REPLICA_URLS: replicas,
    });
    expect(env.databaseReplicas?.map(({ urls }) => urls)).toEqual([
      ["postgres://one/kampus"],
      ["postgres://two:5433/kampus"],
    ]);
  });

  it("is refused where there is no database of which they could be replicas", () => {
    expect(faultsOf({ DATABASE_REPLICA_URLS: replicas })).toEqual([
      "DATABASE_REPLICA_URLS must stand beside DATABASE_URL (given: hidden)",
    ]);
  });
});

describe("the embedded database", () => {
  it.each([
    [{ ROOT_DOMAIN: "Kampus.LOCALHOST", VAR_DIR: "/srv" }, []],
    [{ ROOT_DOMAIN: "kampus.uz" }, ["ROOT_DOMAIN"]],
    [{ REDIS_URL: "redis://cache", DATABASE_POOL: "20" }, ["REDIS_URL", "DATABASE_POOL"]],
    [{ REDIS_URL: "redis://cache", DATABASE_URL: "postgres://one/kampus" }, []],
    [{ REDIS_URL: "redis://cache", DATABSE_URL: "postgres://one/kampus" }, ["REDIS_URL"]],
  ])("with %j is unusual beside %j", (variables, names) => {
    expect(readEnv(variables).unusualBesideEmbedded).toEqual(names);
  });
});

describe("CAPTCHA_TEST_ANSWER", () => {
  it.each(["kampus.localhost", "a.b.localhost", "KAMPUS.LOCALHOST"])("works on %s", (domain) => {
    const env = readEnv({ CAPTCHA_TEST_ANSWER: "x", ROOT_DOMAIN: domain });
    expect(env.captchaTestAnswer).toBe("x");
  });

  it.each(["kampus.uz", "localhost.kampus.uz", "kampus.localhost.uz", "kampuslocalhost"])(
    "stops the start on %s",
    (domain) => {
      expect(faultsOf({ CAPTCHA_TEST_ANSWER: "x", ROOT_DOMAIN: domain })).toEqual([
        "CAPTCHA_TEST_ANSWER is accepted only where ROOT_DOMAIN ends in .localhost (given: hidden)",
      ]);
    },
  );
});

describe("the mailbox", () => {
  it.each([
    [{}, true],
    [{ SMTP_URL: "smtp://localhost" }, false],
    [{ ROOT_DOMAIN: "kampus.uz" }, false],
    [{ ROOT_DOMAIN: "localhost.uz" }, false],
  ])("of a deployment with %j exists: %s", (variables, exists) => {
    expect(readEnv(variables).hasMailbox).toBe(exists);
  });
});

describe("the address that links name", () => {
  it.each([
    [{}, "http", "3000"],
    [{ PORT: "8080" }, "http", "8080"],
    [{ PORT: "80" }, "http", ""],
    [{ PUBLIC_SCHEME: "https", PUBLIC_PORT: "443" }, "https", ""],
    [{ ROOT_DOMAIN: "kampus.uz" }, "https", ""],
    [{ ROOT_DOMAIN: "kampus.uz", PORT: "8080" }, "https", ""],
    [{ ROOT_DOMAIN: "kampus.uz", PUBLIC_PORT: "8443" }, "https", "8443"],
    [{ ROOT_DOMAIN: "kampus.uz", PUBLIC_SCHEME: "http" }, "http", ""],
    [{ ROOT_DOMAIN: "kampus.uz", PUBLIC_SCHEME: "http", PUBLIC_PORT: "8080" }, "http", "8080"],
  ])("with %j is %s and port %j", (variables, scheme, port) => {
    expect(readEnv(variables).deployment).toMatchObject({ scheme, port });
  });

  it("is lower-case", () => {
    expect(readEnv({ ROOT_DOMAIN: "Kampus.UZ" }).deployment.rootDomain).toBe("kampus.uz");
  });
});

describe("the metrics", () => {
  it("are on this machine alone by default, and nowhere without a port", () => {
    expect(readEnv({ METRICS_PORT: "9464" }).metrics).toEqual({ host: "127.0.0.1", port: 9464 });
    const asked = { METRICS_PORT: "9464", METRICS_HOST: "::" };
    expect(readEnv(asked).metrics).toEqual({ host: "::", port: 9464 });
    expect(readEnv({ METRICS_HOST: "::" }).metrics).toBeUndefined();
  });

  it("never share the members' port, also where that is the usual one", () => {
    expect(faultsOf({ METRICS_PORT: "8080", PORT: "8080" })).toEqual([
      'METRICS_PORT must be another port than PORT (given: "8080")',
    ]);
  });
});

describe("the traces", () => {
  it.each([
    [{}, undefined],
    [{ OTEL_TRACES_SAMPLER_ARG: "0.5" }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://one:4318" }, ["http://one:4318/v1/traces", 1]],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://one/otlp/" }, ["http://one/otlp/v1/traces", 1]],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://one:4318",
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://two/in",
        OTEL_TRACES_SAMPLER_ARG: "0.01",
      },
      ["http://two/in", 0.01],
    ],
  ])("of a deployment with %j go to %j", (variables, expected) => {
    const { tracing } = readEnv(variables);
    expect(tracing && [tracing.url, tracing.ratio]).toEqual(expected);
  });
});

describe("lists", () => {
  it("may have spaces around their entries", () => {
    const env = readEnv({ ACCOUNT_DOMAINS: " A.uz , b.uz", TRUSTED_PROXIES: "10.0.0.0/8, ::1" });
    expect(env.accountDomains).toEqual(["a.uz", "b.uz"]);
    expect(env.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  });
});

it("a process continues to serve for five seconds after SIGTERM where there is Redis, and so may be other nodes", () => {
  expect(readEnv({ REDIS_URL: "redis://cache" }).drainMs).toBe(5_000);
  expect(readEnv({ REDIS_URL: "redis://cache", DRAIN_SECONDS: "0" }).drainMs).toBe(0);
});
