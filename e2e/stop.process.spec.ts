import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";

test("Ctrl-C stops the server in order", async ({ kampus }) => {
  expect(await kampus.end("SIGINT")).toBe(0);
  await kampus.restart();
});

test("SIGTERM ends the server with code 0 whatever holds connections open", async ({ kampus }) => {
  const host = `site.${kampus.deployment.rootDomain}:${kampus.deployment.port}`;
  const connections = Array.from({ length: 3 }, () => openConnection(kampus));
  const [idle, busy, slow] = await Promise.all(connections);
  if (!idle || !busy || !slow) throw new Error("three connections were opened");
  const page = `GET /ru HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  idle.write(page);
  await once(idle, "data");
  // A proxy sends the next request as soon as it has the answer to the last.
  busy.on("data", () => busy.write(page));
  busy.write(page);
  await once(busy, "data");
  slow.write(
    `POST /api/ru/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  expect(await kampus.end("SIGTERM")).toBe(0);
  await kampus.restart();
});

async function openConnection(kampus: Kampus): Promise<Socket> {
  const socket = connect(Number(kampus.deployment.port), "127.0.0.1");
  socket.on("error", () => undefined); // the server hangs up at its end
  await once(socket, "connect");
  return socket;
}
