/** Each file that an operator takes is well-formed to the program that reads it. */
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1";
import { CronJob } from "kubernetes-models/batch/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { globSync } from "node:fs";
import { parseEnv } from "node:util";
import { Client } from "pg";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { freePort } from "#bench/measure/ports.ts";
import { makeCertificate } from "#deploy/testing/certificate.ts";
import { run, startProgram } from "#deploy/testing/programs.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";
import { readEnv } from "#server/env.ts";

const find = (pattern: string) => globSync(pattern, { cwd: inRoot(".") }).toSorted();
const read = (file: string) => readFile(inRoot(file), "utf8");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "kampus-deploy-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An environment whose blanks an operator has filled in. */
async function filledIn(file: string) {
  const variables = parseEnv(await read(file));
  const key = Buffer.alloc(32).toString("base64");
  return Object.fromEntries(
    Object.entries(variables).map(([name, value = ""]): [string, string] => [
      name,
      value || (name === "KEY_ENCRYPTION_KEYS" ? key : name === "SMS_URL" ? "" : "filled1in"),
    ]),
  );
}

const started = z.object({ command: z.array(z.string()) });

/** What a service of compose.yaml has its shell do before the server starts. */
async function beforeStart(name: "pgbouncer" | "proxy"): Promise<string> {
  const services = z.object({ services: z.looseObject({ [name]: started }) });
  const composed = services.parse(parseAllDocuments(await read("deploy/compose.yaml"))[0]?.toJS());
  const [writing = ""] = composed.services[name]?.command.at(-1)?.split(" && exec ") ?? [];
  return writing.replaceAll("$$", "$");
}

test.each(["site.conf", "compose-site.conf"])(
  "nginx takes its configuration with %s",
  async (name) => {
    const own = path.join(folder, name);
    await mkdir(own);
    await makeCertificate(path.join(own, "tls"), "kampus.test");
    await copyFile(inRoot("deploy/nginx/nginx.conf"), path.join(own, "nginx.conf"));
    const site = await read(`deploy/nginx/${name}`);
    await writeFile(path.join(own, "site.conf"), site.replace("/run/", `${own}/`));
    const writing = (await beforeStart("proxy")).replace("/run/", `${own}/`);
    await run("sh", ["-c", writing], { env: { ROOT_DOMAIN: "kampus.test" } });
    // nginx looks every name up, and those of containers are known to Docker alone.
    const inCompose = await read("deploy/nginx/compose/site.conf");
    await mkdir(path.join(own, "compose"));
    await writeFile(
      path.join(own, "compose/site.conf"),
      inCompose.replaceAll(/server (one|two):/g, "server 127.0.0.1:"),
    );
    const said = await run("nginx", [
      "-t",
      "-c",
      path.join(own, "nginx.conf"),
      "-g",
      `pid ${own}/pid;`,
    ]);
    expect(said).toContain("test is successful");
    expect(said).not.toContain("[warn]");
  },
);

test("Caddy takes its configuration, as it formats it", async () => {
  const env = { ROOT_DOMAIN: "kampus.test", NODES: "127.0.0.1:3001 127.0.0.1:3002", HOME: folder };
  const file = inRoot("deploy/caddy/Caddyfile");
  const adapted = await run("caddy", ["adapt", "--validate", "--config", file], { env });
  expect(adapted).toContain("messenger.kampus.test");
  expect(await run("caddy", ["fmt", file], { env })).toBe(await read("deploy/caddy/Caddyfile"));
});

test("Caddy takes a changed configuration while it serves, as Debian's unit asks it to", async () => {
  const [httpPort, port] = [await freePort(), await freePort()];
  const env = {
    ...{ ROOT_DOMAIN: "kampus.test", NODES: "127.0.0.1:3001", TLS: "tls internal", HOME: folder },
    ...{ HTTP_PORT: String(httpPort), HTTPS_PORT: String(port) },
    ADMIN: `unix/${folder}/caddy.sock`,
  };
  const file = path.join(folder, "Caddyfile");
  const shipped = await read("deploy/caddy/Caddyfile");
  const configuration = shipped.replace("{\n", "{\n\tskip_install_trust\n");
  await writeFile(file, configuration);
  const caddy = await startProgram("caddy", ["run", "--config", file], { env, port });
  try {
    await writeFile(file, `${configuration}http://own.test {\n\trespond changed\n}\n`);
    await run("caddy", ["reload", "--config", file, "--force"], { env });
    const asked = ["--silent", "--header", "host: own.test", `http://127.0.0.1:${httpPort}`];
    expect(await run("curl", asked)).toBe("changed");
  } finally {
    await caddy.end();
  }
});

test("PgBouncer of containers takes its configuration, with what the included one says, and a password that it alone reads", async () => {
  const port = await freePort();
  const users = path.join(folder, "userlist.txt");
  const included = path.join(folder, "pgbouncer.ini");
  const own = path.join(folder, "compose.ini");
  await chmod(folder, 0o755); // PgBouncer refuses to be root
  const ownWriting = (await beforeStart("pgbouncer")).replace("/tmp/userlist.txt", users);
  await run("sh", ["-c", ownWriting], { env: { DATABASE_PASSWORD: "secret" } });
  expect((await stat(users)).mode & 0o777).toBe(0o600);
  if (process.getuid?.() === 0) await run("chown", ["nobody", users]);
  const shipped = await read("deploy/pgbouncer/pgbouncer.ini");
  await writeFile(included, shipped.replace("listen_port = 6432", `listen_port = ${port}`));
  const composed = await read("deploy/pgbouncer/compose.ini");
  await writeFile(
    own,
    composed.replace("/etc/pgbouncer/pgbouncer.ini", included).replace("/tmp/userlist.txt", users),
  );
  const pooler = await startProgram("pgbouncer", [own], { user: "nobody", port });
  const client = new Client({
    ...{ host: "127.0.0.1", port, user: "kampus", password: "secret", database: "pgbouncer" },
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ key: string; value: string }>("SHOW CONFIG");
    const settings = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    expect(settings).toMatchObject({ listen_addr: "*", pool_mode: "transaction" });
    // It would end the transaction in which a start holds the lock of its migrations; a lost machine is found by these.
    expect(settings).toMatchObject({ idle_transaction_timeout: "0", tcp_keepidle: "60" });
    const { rows: databases } = await client.query("SHOW DATABASES");
    expect(databases).toContainEqual(
      expect.objectContaining({ name: "kampus", host: "postgres", port: 5432 }),
    );
  } finally {
    await client.end();
    await pooler.end();
  }
});

test("nftables takes the rules of the firewall", async () => {
  await expect(run("nft", ["--check", "-f", inRoot("deploy/firewall/kampus.nft")])).resolves.toBe(
    "",
  );
});

test("systemd takes its units", async () => {
  const units = find("deploy/systemd/*");
  const unitFile = (name: string) => path.join(folder, name);
  for (const unit of units) {
    const text = await read(unit);
    // What they run is on the machines of operators; here its place is taken by what is on every machine.
    const runnable = text.replace(/^(Exec\w+=[-+!]*)\/\S+/gm, "$1/bin/true");
    await writeFile(unitFile(path.basename(unit).replace("@.", "@3001.")), runnable);
  }
  const instances = units.map((unit) => unitFile(path.basename(unit).replace("@.", "@3001.")));
  expect(await run("systemd-analyze", ["verify", "--man=no", ...instances])).toBe("");
});

test("the journal takes every line of a node, the trail among them, however many there are", async () => {
  expect(await read("deploy/systemd/kampus@.service")).toMatch(/^LogRateLimitIntervalSec=0$/m);
});

test("systemd takes what is changed of the units that Debian has", async () => {
  for (const changed of find("deploy/*/service.conf")) {
    const unit = path.join(folder, `${path.basename(path.dirname(changed))}.service`);
    await writeFile(unit, "[Service]\nExecStart=/bin/true\n");
    await mkdir(`${unit}.d`);
    await copyFile(inRoot(changed), path.join(`${unit}.d`, "kampus.conf"));
    expect(await run("systemd-analyze", ["verify", "--man=no", unit])).toBe("");
  }
});

describe("an image", () => {
  const files = find("deploy/**/Dockerfile");
  /** Of the slim image of Debian: packages that APT and the C library bring. */
  const libraries = new Set(["libc6", "libdl2", "libm6", "libpthread0", "libgcc_s1", "libstdc++6"]);

  test.each(files)("is built of instructions that Docker knows: %s", async (file) => {
    expect(validate(await read(file))).toEqual([]);
  });

  test("of Kampus holds every library that the project's Node needs", async () => {
    const linked = await run("ldd", [projectNode]);
    const needed = [...linked.matchAll(/(lib[\w+-]+)\.so\.(\d+) =>/g)].map(
      ([, name = "", version = ""]) => `${name}${version}`,
    );
    expect(needed).toContain("libc6");
    const runs = (await read("deploy/Dockerfile")).split(/^FROM debian:/m).at(-1);
    const lacking = needed.filter((name) => !libraries.has(name) && !runs?.includes(name));
    expect(lacking).toEqual([]);
  });

  // The entry point of PostgreSQL changes the user, once the folder of the cluster is owned.
  test.each(files.filter((file) => !file.includes("postgresql")))(
    "runs as somebody who is not root: %s",
    async (file) => {
      expect(await read(file)).toMatch(/^USER (?!root|0\b)/m);
    },
  );
});

describe("compose.yaml", () => {
  test("is taken by Compose, with compose.env filled in", async () => {
    const env = path.join(folder, "compose.env");
    // What reads them is Node and OpenTelemetry, so that readEnv does not miss them.
    const others = {
      NODE_EXTRA_CA_CERTS: "/etc/kampus/authorities/own.pem",
      OTEL_EXPORTER_OTLP_CERTIFICATE: "/etc/kampus/authorities/collector.pem",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer secret",
      OTEL_EXPORTER_OTLP_TIMEOUT: "5000",
    };
    const lines = Object.entries({ ...(await filledIn("deploy/compose.env")), ...others });
    await writeFile(env, lines.map(([name, value]) => `${name}=${value}\n`).join(""));
    const file = inRoot("deploy/compose.yaml");
    const said = await run("docker-compose", ["-f", file, "--env-file", env, "config"]);
    const { services } = composed.parse(parseAllDocuments(said)[0]?.toJS());
    for (const name of ["one", "two"]) {
      const { environment = {}, read_only, stop_grace_period } = services[name] ?? {};
      expect(read_only).toBe(true);
      // Longer than a node may drain (DRAIN_SECONDS, at most 300) and close (10), as versions of Compose write it.
      expect(["320s", "5m20s"]).toContain(stop_grace_period);
      expect(environment).toMatchObject(others);
      expect(readEnv(setOf(environment))).toMatchObject({ mode: "production", hasMailbox: false });
    }
    const unbounded = Object.entries(services).filter(
      ([, { logging }]) => !logging?.options["max-size"] || !logging.options["max-file"],
    );
    expect(unbounded.map(([name]) => name)).toEqual([]);
  });

  test("lets members in by IPv4 alone, since Docker hands those of IPv6 on as one address, which limits would count as one network", async () => {
    const { services } = published.parse(
      parseAllDocuments(await read("deploy/compose.yaml"))[0]?.toJS(),
    );
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(["0.0.0.0:80:80", "0.0.0.0:443:443"]);
  });

  test("is not taken while compose.env is as it came", async () => {
    const files = ["-f", inRoot("deploy/compose.yaml"), "--env-file", inRoot("deploy/compose.env")];
    await expect(run("docker-compose", [...files, "config"])).rejects.toThrow("DATABASE_PASSWORD");
  });
});

const published = z.object({
  services: z.record(z.string(), z.object({ ports: z.array(z.string()).optional() })),
});

const setOf = (environment: Record<string, string | null>) =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      // Null is what the host does not set.
      environment: z.record(z.string(), z.string().nullable()).optional(),
      logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
      read_only: z.boolean().optional(),
      stop_grace_period: z.string().optional(),
    }),
  ),
});

test("kampus.env is an environment in which a node starts", async () => {
  const env = readEnv(await filledIn("deploy/kampus.env"));
  expect(env).toMatchObject({ mode: "production", drainMs: 5_000, hasMailbox: false });
});

describe("kubernetes", () => {
  const kinds = { CronJob, Deployment, Ingress, PodDisruptionBudget, Service };

  test("takes what Kustomize makes of the folder", async () => {
    const made = await run("kubectl", ["kustomize", inRoot("deploy/kubernetes")]);
    const objects = parseAllDocuments(made).map((one) => kubernetesObject.parse(one.toJS()));
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds));
    for (const one of objects) new kinds[one.kind](one as never).validate(); // it is what is tried
  });
});

const kubernetesObject = z.looseObject({
  kind: z.enum(["CronJob", "Deployment", "Ingress", "PodDisruptionBudget", "Service"]),
});
