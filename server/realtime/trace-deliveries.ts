import type { Server, Socket } from "socket.io";
import { traced } from "#server/telemetry/tracing.ts";

/** The method by which every adapter delivers, which Socket.IO exposes to adapters only. */
interface Delivering {
  apply: (options: object, deliver: (socket: Socket) => void) => void;
}

/** Records in a trace that an event reached devices of this node, and how many. */
export function traceDeliveries(io: Server): void {
  const adapter = io.of("/").adapter as unknown as Delivering;
  const apply = adapter.apply.bind(adapter);
  adapter.apply = (options, deliver) => {
    traced({ name: "reach devices" }, ({ note }) => {
      let devices = 0;
      apply(options, (socket) => {
        devices += 1;
        deliver(socket);
      });
      note({ "kampus.devices": devices });
    });
  };
}
