/** A proxy before a service, which can make it unreachable or silent without touching it. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

export async function startFaultProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    if (isSilent) {
      sockets.add(client);
      client.on("error", () => undefined).on("close", () => sockets.delete(client));
      return;
    }
    const target = connect(targetPort, "127.0.0.1");
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => {
        if (!isSilent && !to.write(chunk)) from.pause();
      });
      from.on("drain", () => to.resume());
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        // While silent, the proxy does not pass on that a connection has closed, either.
        if (!isSilent) to.destroy();
      });
    }
  });
  const port = await listenOnFreePort(server);
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    /** Existing connections are dropped, and new ones refused. */
    cut() {
      isCut = true;
      dropAll();
    },
    /** Connections stay, new ones are accepted, and no data passes. */
    silence() {
      isSilent = true;
    },
    /** Drops the connections that were silenced, because data was lost on them. */
    restore() {
      if (isSilent) dropAll();
      [isCut, isSilent] = [false, false];
    },
    async close() {
      server.close();
      dropAll();
      await once(server, "close");
    },
  };
}
