import { afterEach, describe, expect, it } from "vitest";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

afterEach(closeSockets);

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
});

describe("a server that stops", () => {
  it("drops its devices so that they reconnect by themselves, and has ended within 5 seconds", async () => {
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
