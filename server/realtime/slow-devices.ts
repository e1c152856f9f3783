import type { Server, Socket } from "socket.io";

const unsentBytesMax = 1024 * 1024;

/** A transport over a WebSocket, which its types hide; one that polls has none. */
interface Transport {
  socket?: { terminate: () => void };
}

/**
 * Drops devices that take what they are told more slowly than it comes (security.md §2, slow client); they come again and
 * ask for what they missed. To be called once the server is attached.
 */
export function dropSlowDevices(io: Server): void {
  io.engine.on("connection", (connection: Socket["conn"]) => {
    let unsentBytes = 0;
    connection.on("packetCreate", ({ data }: { data?: string | Buffer }) => {
      // A transport can be written to once all before has left the process.
      if (connection.transport.writable) unsentBytes = 0;
      unsentBytes += data === undefined ? 0 : Buffer.byteLength(data);
      if (unsentBytes <= unsentBytesMax) return;
      connection.close(true);
      // Words of farewell would wait behind the rest.
      (connection.transport as Transport).socket?.terminate();
    });
  });
}
