import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/** Opens a server on a free port of 127.0.0.1, and returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port; // of a TCP server
}

/** A port of 127.0.0.1 on which nothing listens. */
export async function freeTestPort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnFreePort(probe);
  probe.close();
  await once(probe, "close");
  return port;
}
