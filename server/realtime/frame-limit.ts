import type { Server, Socket } from "socket.io";

const framesPerMinuteMax = 100;
const minuteMs = 60_000;

/**
 * Closes connections that send more frames in a minute than any client of ours would (security.md M7), also those that
 * never sign in. To be called once the server is attached.
 */
export function limitFrames(io: Server, scale: number): void {
  const max = Math.max(1, Math.floor(framesPerMinuteMax * scale));
  const signedIn = new WeakMap<object, Socket>();
  io.on("connection", (socket) => {
    signedIn.set(socket.conn, socket);
  });
  io.engine.on("connection", (connection: Socket["conn"]) => {
    let minute = 0;
    let frames = 0;
    connection.on("packet", ({ type }: { type: string }) => {
      if (type !== "message") return;
      const now = Math.floor(Date.now() / minuteMs);
      frames = now === minute ? frames + 1 : 1;
      minute = now;
      if (frames <= max) return;
      // In words, which is final to a client; who has not signed in is given none.
      signedIn.get(connection)?.disconnect(true);
      connection.close(true);
    });
  });
}
