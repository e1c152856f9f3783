/** The probe by which a start waits for its node (deploy/systemd/kampus@.service). */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#bench/measure/ports.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

/** Asks a node on this port for two minutes. */
function probe(port: number, ...pid: string[]) {
  const args = [inRoot("deploy/probe.mjs"), "/readyz", "120", ...pid];
  const asking = spawn(projectNode, args, {
    env: { ...process.env, PORT: String(port) },
    stdio: "ignore",
  });
  onTestFinished(() => void asking.kill());
  return once(asking, "exit").then(([code]) => code as number | null);
}

test("an operator who asks a node of a container is shown that it is degraded, which is no failure", async () => {
  const port = await freePort();
  const server = createServer((_request, response) => {
    response.end('{"status":"degraded","database":"ok","redis":"away"}');
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void server.close());
  const env = { ...process.env, PORT: String(port) };
  const args = [inRoot("deploy/probe.mjs"), "/readyz"];
  const { stdout } = await promisify(execFile)(projectNode, args, { env });
  expect(stdout).toBe(
    `http://127.0.0.1:${port}/readyz: 200 {"status":"degraded","database":"ok","redis":"away"}\n`,
  );
});

/** A process that never listens, as a node whose Redis is away. */
function start() {
  const node = spawn(projectNode, ["-e", "process.stdin.resume()"]);
  onTestFinished(() => void node.kill());
  return node;
}

test("a probe goes on while the node starts, and succeeds with it", async () => {
  const [node, port] = [start(), await freePort()];
  const asked = probe(port, String(node.pid));
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/readyz" ? 200 : 404).end();
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void server.close());
  expect(await asked).toBe(0);
});

test("a probe fails as soon as the node has ended, so that systemd starts it again", async () => {
  const node = start();
  const asked = probe(await freePort(), String(node.pid));
  node.stdin.end();
  expect(await asked).toBe(1);
  const unit = await readFile(inRoot("deploy/systemd/kampus@.service"), "utf8");
  expect(unit).toMatch(/^ExecStartPost=.*probe\.mjs \/readyz 120 \$MAINPID$/m);
});
