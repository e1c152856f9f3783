import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

afterEach(closeSockets);

/** A connection on which bytes are sent by hand. `received` is everything that came so far. */
function rawConnection(port: number) {
  const socket = connect({ port, host: "127.0.0.1" }).setEncoding("latin1");
  let text = "";
  socket.on("data", (part: string) => (text += part));
  return {
    send: (...lines: string[]) => socket.write(lines.join("\r\n")),
    received: () => text,
    isClosed: () => socket.readableEnded,
    close: () => socket.destroy(),
  };
}

describe("a server that drains", () => {
  it("continues to serve with its readiness red, refuses new sockets, and hands over the open ones in portions", async () => {
    const kampus = await startTestKampus();
    try {
      const { token } = await oneMember(kampus);
      const open = { token, transports: ["websocket"], reconnection: true };
      const devices = await Promise.all(
        Array.from({ length: 5 }, () => connectSocket(kampus, open)),
      );
      const connectedAtFirstLoss = new Promise<number>((resolve) => {
        for (const { socket } of devices)
          socket.once("disconnect", () => {
            resolve(devices.filter((device) => device.socket.connected).length);
          });
      });
      const drained = kampus.app.drain(500);
      expect((await kampus.get("/readyz")).statusCode).toBe(503);
      expect((await kampus.get("/api/ru/user", { token })).statusCode).toBe(200);
      await expect(connectSocket(kampus, { token, transports: ["polling"] })).rejects.toMatchObject(
        {
          context: { status: 503 },
        },
      );
      expect(await connectedAtFirstLoss).toBeGreaterThan(0);
      await drained;
      for (const { socket, payloadsOf } of devices) {
        await expect.poll(() => socket.connected).toBe(false);
        expect([socket.active, payloadsOf("session_ended")]).toEqual([true, []]);
      }
    } finally {
      await kampus.close();
    }
  });

  it("closes each connection with its next answer, so that a proxy has none left open to it", async () => {
    const kampus = await startTestKampus();
    const port = await kampus.listen();
    const connections = [rawConnection(port), rawConnection(port), rawConnection(port)] as const;
    const [kept, underWay, polling] = connections;
    try {
      const get = (path: string) => [`GET ${path} HTTP/1.1`, "Host: kampus.localhost", "", ""];
      kept.send(...get("/healthz"));
      await expect.poll(kept.received).toContain("200 OK");
      expect(kept.received()).toContain("Connection: keep-alive");
      const body = "{}";
      const sent = [`Content-Length: ${body.length}`, "Content-Type: application/json"];
      underWay.send(
        "POST /api/ru/registration HTTP/1.1",
        "Host: kampus.localhost",
        "Expect: 100-continue",
        ...sent,
        "",
        "",
      );
      await expect.poll(underWay.received).toContain("100 Continue");

      const drained = kampus.app.drain(500);
      kept.send(...get("/healthz"));
      underWay.send(body);
      polling.send(...get("/socket.io/?EIO=4&transport=polling"));
      for (const { received, isClosed } of connections) {
        await expect.poll(isClosed).toBe(true);
        expect(received()).toMatch(/connection: close/i);
      }
      expect(kept.received().match(/200 OK/g)).toHaveLength(2);
      expect(underWay.received()).toContain("422 Unprocessable Entity");
      expect(polling.received()).toContain("503 Service Unavailable");
      await drained;
    } finally {
      for (const { close } of connections) close();
      await kampus.close();
    }
  });
});

describe("a server that stops", () => {
  it("disconnects its devices so that they reconnect by themselves, and ends within 5 seconds", async () => {
    const kampus = await startTestKampus();
    try {
      const { token } = await oneMember(kampus);
      const devices = await Promise.all(
        [["polling"], ["websocket"], ["polling", "websocket"]].map((transports) =>
          connectSocket(kampus, { token, transports, reconnection: true }),
        ),
      );
      const begun = performance.now();
      await kampus.app.close();
      expect(performance.now() - begun).toBeLessThan(5_000);
      for (const { socket, payloadsOf } of devices) {
        await expect.poll(() => socket.connected, { timeout: 5_000 }).toBe(false);
        expect([socket.active, payloadsOf("session_ended")]).toEqual([true, []]);
      }
    } finally {
      await kampus.close();
    }
  });
});
