import type { Logger } from "pino";
import type { Socket } from "socket.io";
import type * as z from "zod/mini";
import { type SocketFrameName, type SocketFrames, socketFrames } from "#lib/api/socket-events.ts";
import type { FindSession } from "#server/plugins/session.ts";
import { sessionOf, socketMember } from "#server/realtime/sign-in-sockets.ts";
import { tracedAnew } from "#server/telemetry/tracing.ts";

/**
 * Receives frames of devices by name. Frames that do not fit their schema are dropped; `handle` checks the member's
 * permission. A device whose session has ended is closed instead.
 */
export type OnFrame = <F extends SocketFrameName>(
  name: F,
  handle: FrameHandler<SocketFrames[F]>,
) => void;
type FrameHandler<T> = (userId: number, frame: T) => Promise<void> | void;

/** The schemas as seen through the name of one frame. */
const schemas: { [F in SocketFrameName]: z.ZodMiniType<SocketFrames[F]> } = socketFrames;

interface Options {
  findSession: FindSession;
  end: (socket: Socket) => void;
  log: Pick<Logger, "warn">;
}

export function createFrames({ findSession, end, log }: Options) {
  const handlers = new Map<string, FrameHandler<unknown>>();
  const onFrame: OnFrame = (name, handle) => {
    handlers.set(name, (userId, frame) => {
      const parsed = schemas[name].safeParse(frame);
      return parsed.success ? handle(userId, parsed.data) : undefined;
    });
  };
  const receiveFrames = (socket: Socket) => {
    for (const [name, handle] of handlers)
      socket.on(name, (frame: unknown) => {
        const receive = async () => {
          if (await sessionOf(socket, findSession)) await handle(socketMember(socket).id, frame);
          else end(socket);
        };
        tracedAnew({ name: `frame ${name}`, kind: "server" }, receive).catch((error: unknown) => {
          log.warn({ err: error, event: name }, "could not handle a frame");
        });
      });
  };
  return { onFrame, receiveFrames };
}
