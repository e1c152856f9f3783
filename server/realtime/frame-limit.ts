import type { Socket } from "socket.io";

const framesPerMinuteMax = 100;
const minuteMs = 60_000;

/** Closes a socket that sends more frames in a minute than any client of ours would (security.md M7). */
export function limitFrames(socket: Socket, scale: number): void {
  const max = Math.max(1, Math.floor(framesPerMinuteMax * scale));
  let minute = 0;
  let frames = 0;
  socket.conn.on("packet", ({ type }: { type: string }) => {
    if (type !== "message") return;
    const now = Math.floor(Date.now() / minuteMs);
    frames = now === minute ? frames + 1 : 1;
    minute = now;
    if (frames > max) socket.disconnect(true);
  });
}
