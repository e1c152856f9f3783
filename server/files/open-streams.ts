import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#server/http/failure.ts";
import { networkOf } from "#server/http/client-network.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";
import { cutOffSlowReader } from "#server/http/slow-readers.ts";

/**
 * The files that are on their way to one member, and to all visitors of a network, which a campus shares, at once;
 * RATE_LIMIT_SCALE multiplies both. A picture is on its way for moments only, since the system takes it whole.
 */
const ownMax = { member: 64, network: 256 };
/** The limit of all files, which leaves some of the sockets of the store to archives (server/storage/s3.ts). */
const totalMax = 1_500;
const retryAfterS = 5;

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
