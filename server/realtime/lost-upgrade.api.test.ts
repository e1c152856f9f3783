import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { beforeEach, expect, it } from "vitest";
import { httpRequest } from "#server/testing/http-request.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

/** A network may open two connections that are not signed in. */
const kampus = kampusForFile({ RATE_LIMIT_SCALE: "0.01", TRUSTED_PROXIES: "127.0.0.1" });
const networkMax = 2;

const token = (letter: string) => `Authorization: Bearer ${letter.repeat(43)}`;
let networks = 0;
let network: string;
let sid: string;

/** Fills the network, so that whoever opens another connection is looked up in the database. */
beforeEach(async () => {
  networks += 1;
  network = `203.0.113.${networks}`;
  for (let count = 0; count < networkMax; count += 1) {
    const { body } = await httpRequest(kampus, "/socket.io/?EIO=4&transport=polling", {
      host: "chat.kampus.localhost",
      headers: { "X-Forwarded-For": network },
    });
    ({ sid } = JSON.parse(body.slice(1)) as { sid: string });
  }
});

const bodies = [
  ["without a body", []],
  ["whose body never comes", ["Content-Length: 1"]],
] as const;

it.each(bodies)(
  "an upgrade %s that is refused and reset by its client harms nobody else",
  async (_title, body) => {
    const connection = await beginUpgrade(`&sid=${sid}`, [token("A"), ...body]);
    connection.resetAndDestroy();
    await isLost();
    expect((await httpRequest(kampus, "/healthz")).status).toBe(200);
  },
);

it.each(bodies)(
  "an upgrade %s that is reset while the database is asked who sent it harms nobody else",
  async (_title, body) => {
    const connection = await beginUpgrade("", [token("B"), ...body]);
    kampus.app.server.once("upgrade", () => connection.resetAndDestroy());
    await isLost();
    expect((await httpRequest(kampus, "/healthz")).status).toBe(200);
  },
);

async function beginUpgrade(query: string, headers: string[]): Promise<Socket> {
  const connection = connect({ port: await kampus.listen(), host: "127.0.0.1" });
  await once(connection, "connect");
  const lines = [
    `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1`,
    "Host: chat.kampus.localhost",
    `X-Forwarded-For: ${network}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ...headers,
  ];
  connection.write(`${lines.join("\r\n")}\r\n\r\n`);
  return connection;
}

/** Resolves once the server has lost the next connection that asks for an upgrade. */
async function isLost(): Promise<void> {
  await new Promise((resolve) => {
    kampus.app.server.once("upgrade", (_request, socket: Socket) => socket.once("close", resolve));
  });
}
