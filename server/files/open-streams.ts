import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#server/http/failure.ts";
import { networkOf } from "#server/http/client-network.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";

/**
 * The files that are on their way to one member, and to all visitors of a network, which a campus shares, at once;
 * RATE_LIMIT_SCALE multiplies both. A picture is on its way for moments only, since the system takes it whole.
 */
const ownMax = { member: 64, network: 256 };
/** The limit of all files, which leaves some of the sockets of the store to archives (server/storage/s3.ts). */
const totalMax = 1_500;
const retryAfterS = 5;

/** A reader must take at least this much in each period: a phone on 2G takes four times as much. */
const leastBytes = 64 * 1024;
export const takingPeriodMs = 2 * 60_000;
/**
 * What a reader takes beyond that counts for this many later periods, because a system passes on in bursts, of a
 * megabyte and minutes apart, what a slow reader takes bit by bit. A paused player is cut off after them, and asks for
 * the rest once it plays on.
 */
export const periodsAhead = 8;

interface Reader {
  /** Undefined for visitors. */
  memberId: number | undefined;
  request: Pick<FastifyRequest, "ip" | "raw">;
  reply: Pick<FastifyReply, "raw">;
}

/**
 * Counts the files on their way, each of which holds a socket of the store or an open file, and cuts off readers who
 * hardly take theirs (docs/security.md, Slow readers).
 */
export function createOpenStreams(scale: number) {
  const open = new Map<string, number>();
  let total = 0;

  return {
    /** Counts a file until its answer has been closed. @throws {Failure} `too_many_requests`, `unavailable` */
    add({ memberId, request, reply: { raw: response } }: Reader): void {
      const key = memberId === undefined ? networkOf(request.ip) : `member ${memberId}`;
      const own = open.get(key) ?? 0;
      const max = ownMax[memberId === undefined ? "network" : "member"];
      if (own >= scaledLimit(max, scale)) throw new Failure("too_many_requests", { retryAfterS });
      if (total >= totalMax) throw new Failure("unavailable", { retryAfterS });
      open.set(key, own + 1);
      total += 1;
      const stopWatching = cutOffSlowReader(request.raw.socket);
      let isClosed = false;
      const close = () => {
        if (isClosed) return;
        isClosed = true;
        stopWatching();
        total -= 1;
        const left = (open.get(key) ?? 1) - 1;
        if (left === 0) open.delete(key);
        else open.set(key, left);
      };
      response.once("finish", close).once("close", close);
      if (response.destroyed) close();
    },
  };
}

/** Node's own timeout would be content with a byte now and then. Returns a function that ends the watch. */
function cutOffSlowReader(socket: Socket): () => void {
  let before = socket.bytesWritten;
  let aheadBytes = 0;
  const timer = setInterval(() => {
    const taken = socket.bytesWritten - before;
    before = socket.bytesWritten;
    aheadBytes = Math.min(aheadBytes + taken, (periodsAhead + 1) * leastBytes) - leastBytes;
    if (aheadBytes < 0) socket.destroy();
  }, takingPeriodMs).unref();
  return () => {
    clearInterval(timer);
  };
}
