/** How events reach the devices of this node, by methods of its adapter that Socket.IO exposes to adapters only. */
import type { Server, Socket } from "socket.io";
import { traced } from "#server/telemetry/tracing.ts";

interface Delivering {
  apply: (options: object, deliver: (socket: Socket) => void) => void;
  /** Encodes an event once for all devices; the frame is what a WebSocket sends of it. */
  _encode: (packet: object, options: { wsPreEncodedFrame?: Buffer[] }) => unknown;
}

const adapterOf = (io: Server) => io.of("/").adapter as unknown as Delivering; // Socket.IO's types hide it

/**
 * Joins the header of a frame and its content, which are separate buffers, so that each device takes one write and not two
 * that wait for each other: a tenth of what a delivery costs.
 */
export function joinFrames(io: Server): void {
  const adapter = adapterOf(io);
  const encode = adapter._encode.bind(adapter);
  adapter._encode = (packet, options) => {
    const encoded = encode(packet, options);
    const { wsPreEncodedFrame: frame } = options;
    if (frame) options.wsPreEncodedFrame = [Buffer.concat(frame)];
    return encoded;
  };
}

/** Records in a trace that an event reached devices of this node, and how many. */
export function traceDeliveries(io: Server): void {
  const adapter = adapterOf(io);
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
