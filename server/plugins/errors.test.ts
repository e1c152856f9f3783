import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorsPlugin } from "#server/plugins/errors.ts";

const app = Fastify({ bodyLimit: 1_000 });
beforeAll(async () => {
  await app.register(errorsPlugin);
  app.get<{ Params: { code: string } }>("/:code", ({ params }) => {
    throw Object.assign(new Error("as the database says it"), params);
  });
  app.post("/", () => "received");
});
afterAll(() => app.close());

it.each([
  ["a deadlock", "40P01", 503, "1"],
  ["a conflict with another transaction", "40001", 503, "1"],
  ["a time limit", "57014", 503, "5"],
  ["a wrong query", "42601", 500, undefined],
])(
  "a request that fails for %s is told whether and when to try again",
  async (_title, code, status, after) => {
    const answer = await app.inject(`/${code}`);
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([status, after]);
    expect(answer.body).not.toContain("database");
  },
);

it.each([
  ["too large", 413, "application/json"],
  ["of another type", 415, "text/csv"],
])(
  "a client that is refused a body %s can send it to its end, and the next request after it",
  async (_title, status, type) => {
    if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    const connection = connect(port, "127.0.0.1");
    let received = "";
    connection
      .setEncoding("latin1")
      .on("data", (part: string) => (received += part))
      .on("error", (error) => (received += error.message));
    const bytes = 5_000_000;
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`;
    connection.write(`${head}"`);
    await expect.poll(() => received).toContain(`HTTP/1.1 ${status} `);
    connection.write("x".repeat(bytes - 1));
    connection.write("GET /42601 HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => received).toContain("HTTP/1.1 500 ");
    connection.destroy();
  },
);

it("a client that hangs up while it sends its body is not taken for a database that is away", async () => {
  const lines: string[] = [];
  const heard = Fastify({
    logger: { level: "warn", stream: { write: (line) => lines.push(line) } },
  });
  await heard.register(errorsPlugin);
  const answered: number[] = [];
  heard.addHook("onSend", async (_request, reply) => {
    answered.push(reply.statusCode);
  });
  heard.post("/", () => "received");
  await heard.listen({ port: 0, host: "127.0.0.1" });
  const { port } = heard.server.address() as AddressInfo; // it listens on a port
  const connection = connect(port, "127.0.0.1");
  heard.server.once("request", () => connection.destroy());
  connection.write(
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
  );
  await expect.poll(() => answered.length).toBe(1);
  expect([answered, lines]).toEqual([[400], []]);
  await heard.close();
});
