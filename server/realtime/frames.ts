import type { Logger } from "pino";
import type { Socket } from "socket.io";
import type { FindSession } from "#server/plugins/session.ts";
import { sessionOf, socketMember } from "#server/realtime/handshake.ts";
import { tracedAnew } from "#server/telemetry/tracing.ts";

/**
 * Receives frames of devices by name. Frames that do not fit `schema` are dropped; `handle` checks the member's
 * permission. A device whose session has ended is closed instead.
 */
export type OnFrame = <T>(event: string, schema: FrameSchema<T>, handle: FrameHandler<T>) => void;
type FrameHandler<T> = (userId: number, frame: T) => Promise<void> | void;

/** The part of a zod schema that is needed. */
interface FrameSchema<T> {
  safeParse(frame: unknown): { success: true; data: T } | { success: false };
}

interface Options {
  findSession: FindSession;
  end: (socket: Socket) => void;
  log: Pick<Logger, "warn">;
}

export function createFrames({ findSession, end, log }: Options) {
  const handlers = new Map<string, FrameHandler<unknown>>();
  const onFrame: OnFrame = (event, schema, handle) => {
    handlers.set(event, (userId, frame) => {
      const parsed = schema.safeParse(frame);
      return parsed.success ? handle(userId, parsed.data) : undefined;
    });
  };
  const receiveFrames = (socket: Socket) => {
    for (const [event, handle] of handlers)
      socket.on(event, (frame: unknown) => {
        const receive = async () => {
          if (await sessionOf(socket, findSession)) await handle(socketMember(socket).id, frame);
          else end(socket);
        };
        tracedAnew({ name: `frame ${event}`, kind: "server" }, receive).catch((error: unknown) => {
          log.warn({ err: error, event }, "could not take a frame");
        });
      });
  };
  return { onFrame, receiveFrames };
}
