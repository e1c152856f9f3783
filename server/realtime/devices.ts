import type { Server as HttpServer } from "node:http";
import type { Server } from "socket.io";

/** Sends events to the devices of members, on whatever node they are connected. */
export interface Realtime {
  io: Server;
  attach(server: HttpServer): void;
  tell(userIds: number | number[], event: string, payload: object): void;
  /** Whether a device of the member is connected to this node. */
  isHere: (userId: number) => boolean;
  /** As `tell`, to devices on this node alone. */
  tellHere(userId: number, event: string, payload: object): void;
  /** Hands a matter on to the other nodes, each of which hears of it in `onShared`. */
  share(topic: string, content: unknown): void;
  onShared(topic: string, hear: (content: unknown) => void): void;
  /** Closes the sockets of a session, telling them why. */
  endSession(sessionId: string): void;
  /** What a device hears first, e.g. the absolute counters. */
  onConnect(
    greet: (userId: number, emit: (event: string, payload: object) => void) => Promise<void>,
  ): void;
  /**
   * Hears what devices send under a name, once it is as `schema` says; what is not goes nowhere. `handle` sees to what the
   * member may do. A device whose session has ended is not heard but closed.
   */
  onFrame<T>(event: string, schema: FrameSchema<T>, handle: FrameHandler<T>): void;
  /** Is told of every device that has been greeted on this node, and when it has gone. */
  watch(watcher: DeviceWatcher): void;
}

/** What of zod's schemas is needed. */
interface FrameSchema<T> {
  safeParse(frame: unknown): { success: true; data: T } | { success: false };
}
export type FrameHandler<T> = (userId: number, frame: T) => Promise<void> | void;

export interface DeviceWatcher {
  arrived(userId: number): void;
  left(userId: number): void;
}
