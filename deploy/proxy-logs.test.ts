/** What the proxies of an operator write about requests that fail. */
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "#bench/measure/ports.ts";
import { makeCertificate } from "#deploy/testing/certificate.ts";
import { startNginx } from "#deploy/testing/nginx.ts";
import { type Program, run, startProgram } from "#deploy/testing/programs.ts";
import { inRoot } from "#scripts/project/paths.mjs";

let folder: string;
/** Where nothing listens, as while a node restarts. */
let away: number;
/** Of a node that ends in the middle of each answer. */
let breaking: number;
const node = http.createServer((_, response) => {
  response.writeHead(200, { "content-length": 100 });
  response.write("a", () => response.destroy());
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "kampus-proxy-logs-"));
  [away, breaking] = [await freePort(), await freePort()];
  await makeCertificate(path.join(folder, "tls"), "kampus.test");
  await new Promise<void>((resolve) => node.listen(breaking, "127.0.0.1", resolve));
});
afterAll(async () => {
  node.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks for a calendar from the page of a confirmation; returns the status. */
const askFor = async (origin: string, ...options: string[]) => {
  const referrer = `${origin}/ru/confirmation/secret`;
  const silent = ["--silent", "--insecure", "--output", "/dev/null", "--write-out", "%{http_code}"];
  const url = `${origin}/api/ru/calendar/12-secret.ics`;
  const asking = run("curl", [...silent, ...options, "--referer", referrer, url]);
  // It fails where the answer breaks off, and has written the status.
  return asking.catch((error: unknown) => (error as { stdout: string }).stdout);
};

const written = async (proxy: Program) => {
  await proxy.end();
  return proxy.output();
};

describe("a request that fails leaves no address, which may hold a secret, in the log of nginx", () => {
  test.each([
    ["while all nodes are away", () => away, "", "502"],
    ["where a node ends in the middle of its answer", () => breaking, "", "200"],
    // An address that is not of this machine fails as connections do for which no port is left.
    ["where the system has no connection left", () => away, "proxy_bind 203.0.113.1;\n", "500"],
  ])("%s", async (_, nodeOf, own, status) => {
    const port = await freePort();
    const ports = [nodeOf(), nodeOf()];
    const nginx = await startNginx({ folder, port, ports, own });
    expect(await askFor(`http://127.0.0.1:${port}`)).toBe(status);
    expect(await written(nginx)).not.toContain("secret");
  });
});

describe("a request that fails leaves no address, which may hold a secret, in the log of Caddy", () => {
  test.each([
    ["while all nodes are away", () => away, "503"],
    ["where a node ends in the middle of its answer", () => breaking, "200"],
  ])("%s", async (_, nodeOf, status) => {
    const { caddy, port } = await startCaddy(nodeOf());
    const here = ["--resolve", `kampus.test:${port}:127.0.0.1`];
    expect(await askFor(`https://kampus.test:${port}`, ...here)).toBe(status);
    expect(await written(caddy)).not.toContain("secret");
  });
});

test("the log of Caddy says which node does not answer", async () => {
  const { caddy } = await startCaddy(away);
  await expect.poll(() => caddy.output()).toContain(`http://127.0.0.1:${away}/readyz`);
  await caddy.end();
});

async function startCaddy(nodePort: number) {
  const [httpPort, port] = [await freePort(), await freePort()];
  const env = {
    ...{ ROOT_DOMAIN: "kampus.test", NODES: `127.0.0.1:${nodePort}` },
    TLS: `tls ${folder}/tls/fullchain.pem ${folder}/tls/privkey.pem`,
    ...{ HTTP_PORT: String(httpPort), HTTPS_PORT: String(port) },
    ...{ HOME: folder, ADMIN: `unix/${folder}/caddy.sock` },
  };
  const args = ["run", "--adapter", "caddyfile", "--config", inRoot("deploy/caddy/Caddyfile")];
  return { caddy: await startProgram("caddy", args, { env, port }), port };
}
