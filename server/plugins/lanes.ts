import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import pLimit, { type LimitFunction } from "p-limit";
import { Failure } from "#server/failure.ts";
import { networkOf } from "#server/network-of.ts";

/**
 * `calls`: what is answered within moments. `long`: uploads and archives, which take minutes and must not hold up what
 * their member does meanwhile. `streamed`: files, which are played for an hour: held only until their answer begins.
 * `none`: what asks whether this process is well.
 */
export type Lane = "calls" | "long" | "streamed" | "none";

interface Width {
  atOnce: number;
  waiting: number;
}

/** Of one member, and of all visitors of a network, which a campus shares; RATE_LIMIT_SCALE multiplies both numbers. */
const widths: Record<"member" | "network", Record<Exclude<Lane, "none">, Width>> = {
  member: {
    calls: { atOnce: 8, waiting: 120 },
    long: { atOnce: 32, waiting: 120 },
    streamed: { atOnce: 32, waiting: 500 },
  },
  network: {
    calls: { atOnce: 64, waiting: 1_000 },
    long: { atOnce: 32, waiting: 120 },
    streamed: { atOnce: 64, waiting: 1_000 },
  },
};
/** What this process has taken on and not answered, whoever asked. */
const totalMax = 4_000;
const retryAfterS = 1;

/**
 * Lets each member and each network have so many calls under way, makes some more wait for their turn, and refuses the
 * rest with Retry-After (security.md O1): whoever asks for 300 things at once waits behind themselves alone. Comes when
 * the session is known and the body is here, all but that of an upload: who sends slowly takes nobody's place. @throws {Failure} `too_many_requests`, `unavailable`
 */
export const lanesPlugin = fp<{ scale: number }>((app, { scale }) => {
  const lanes = new Map<string, LimitFunction>();
  let total = 0;

  const enter = async (request: FastifyRequest, lane: Exclude<Lane, "none">) => {
    if (total >= totalMax * scale) throw new Failure("unavailable", { retryAfterS });
    const { id } = request.sessionMember ?? {};
    const { atOnce, waiting } = widths[id === undefined ? "network" : "member"][lane];
    const key = `${lane} ${id ?? networkOf(request.ip)}`;
    const turns = lanes.get(key) ?? pLimit(Math.max(1, Math.floor(atOnce * scale)));
    if (turns.pendingCount >= Math.max(1, Math.floor(waiting * scale)))
      throw new Failure("too_many_requests", { retryAfterS });
    lanes.set(key, turns);
    total += 1;
    return new Promise<() => void>((entered) => {
      void turns(
        () =>
          new Promise<void>((leave) => {
            entered(leave);
          }),
      ).then(() => {
        total -= 1;
        if (turns.activeCount + turns.pendingCount === 0) lanes.delete(key);
      });
    });
  };

  const passages = new WeakMap<FastifyRequest, { leave: () => void; closed: boolean }>();
  app.addHook("preValidation", async (request, reply) => {
    const lane = request.routeOptions.config.lane ?? "calls";
    if (lane === "none") return;
    const passage = { leave: await enter(request, lane), closed: false };
    passages.set(request, passage);
    const close = () => {
      passage.closed = true;
      // Whoever hangs up still has what they asked for under way: its place is free when it has been answered.
      if (reply.sent) passage.leave();
    };
    reply.raw.once("finish", close).once("close", close);
    if (reply.raw.destroyed) close();
  });
  app.addHook("onSend", (request, _reply, payload, done) => {
    const passage = passages.get(request);
    if (passage?.closed || request.routeOptions.config.lane === "streamed") passage?.leave();
    done(null, payload);
  });
});

declare module "fastify" {
  interface FastifyContextConfig {
    /** In which lane the route's calls are counted; `calls` unless said (server/plugins/lanes.ts). */
    lane?: Lane;
  }
}
