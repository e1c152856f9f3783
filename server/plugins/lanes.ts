import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";
import { leaveEarly, refusalOf } from "#server/http/admission.ts";
import { networkOf } from "#server/http/client-network.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";

/**
 * `calls`: calls that are answered within moments.
 * `early`: the first calls of a page in one, each of which takes a place among the calls besides
 * (server/compose/early-answers.ts).
 * `search`: searches in messages, which read all that match in a chat, and must not take the connections to the
 * database from others.
 * `passwords`: calls that wait for a password comparison, and must not delay the rest of a campus meanwhile
 * (server/auth/passwords/password.ts).
 * `long`: uploads and archives, which take minutes and must not delay their member's other calls.
 * `streamed`: files, which may be played for an hour: counted only until their answer begins, and then by
 * server/files/open-streams.ts.
 * `none`: health checks.
 */
export type Lane = "calls" | "early" | "search" | "passwords" | "long" | "streamed" | "none";

/** Those that admission counts until they are answered (server/http/admission.ts). */
const quickLanes: ReadonlySet<Lane> = new Set(["calls", "early", "search"]);

interface Width {
  atOnce: number;
  waiting: number;
}

/**
 * The widths of the lanes of one member, and of all visitors of a network, which a whole campus shares;
 * RATE_LIMIT_SCALE multiplies both numbers.
 */
const widths: Record<"member" | "network", Record<Exclude<Lane, "none">, Width>> = {
  member: {
    calls: { atOnce: 8, waiting: 120 },
    early: { atOnce: 2, waiting: 8 },
    search: { atOnce: 1, waiting: 8 },
    passwords: { atOnce: 8, waiting: 16 },
    long: { atOnce: 32, waiting: 68 },
    streamed: { atOnce: 32, waiting: 500 },
  },
  network: {
    calls: { atOnce: 64, waiting: 1_000 },
    early: { atOnce: 2, waiting: 8 }, // visitors have none
    search: { atOnce: 1, waiting: 8 }, // nor do they search
    passwords: { atOnce: 64, waiting: 100 },
    long: { atOnce: 32, waiting: 68 },
    streamed: { atOnce: 64, waiting: 1_000 },
  },
};
/** The limit of all calls that this process has accepted and not answered, those that wait included. */
const totalMax = 4_000;
/**
 * The limit of uploads and archives under way, which a few dozen members could otherwise make last for an hour. Those
 * that wait do not count.
 */
const longMax = 1_000;
const retryAfterS = 1;

/**
 * The calls of one member, or of one network, in one lane. They are counted by hand: making a p-limit for each call
 * took 90 µs, beside 250 µs for everything else in sending a message.
 */
interface Turns {
  active: number;
  /** In the order of their arrival. */
  waiting: Set<() => void>;
}

/**
 * Limits how many calls of a member, or of the visitors of a network, are under way at once. Some more wait for their
 * turn, and the rest is refused with Retry-After, so that a client with 300 calls at once delays others less than
 * itself (docs/security.md, Overload). A call takes its place once its session is known and its body has arrived, so
 * that a slow sender delays nobody; an upload takes it before its body arrives. A call that waits gives up its place
 * when its connection closes. @throws {Failure} `too_many_requests`, `unavailable`
 */
export const lanesPlugin = fp<{ scale: number }>((app, { scale }) => {
  const enter = createLanes(scale);

  app.addHook("onRequest", ({ raw, routeOptions }, _reply, done) => {
    if (!quickLanes.has(routeOptions.config.lane ?? "calls")) leaveEarly(raw);
    const refusal = refusalOf(raw);
    done(refusal && new Failure(refusal, { retryAfterS }));
  });

  const passages = new WeakMap<
    FastifyRequest,
    { leave: () => void; closed: boolean; answered: boolean }
  >();
  app.addHook("preValidation", (request, reply, done) => {
    const lane = request.routeOptions.config.lane ?? "calls";
    if (lane === "none") {
      done();
      return;
    }
    try {
      const entered = (leave: () => void) => {
        const passage = { leave, closed: false, answered: false };
        passages.set(request, passage);
        const close = () => {
          passage.closed = true;
          // A client that hangs up leaves its call running, so its place becomes free only when that is answered.
          if (reply.sent || passage.answered) passage.leave();
        };
        reply.raw.once("finish", close).once("close", close);
        if (reply.raw.destroyed) close();
        done();
      };
      const closed = () => {
        done(new Failure("malformed"));
      };
      enter(request, lane, { response: reply.raw, entered, closed });
    } catch (error) {
      done(error as Error); // `enter` throws only failures
    }
  });
  app.addHook("onSend", (request, _reply, payload, done) => {
    const passage = passages.get(request);
    if (passage) passage.answered = true; // the connection may close before the other hooks let the answer be sent
    if (passage?.closed || request.routeOptions.config.lane === "streamed") passage?.leave();
    done(null, payload);
  });
});

interface Call {
  response: ServerResponse;
  /** Called with a function that gives the place up again. */
  entered: (leave: () => void) => void;
  closed: () => void;
}

interface Waiter extends Call {
  leave: () => void;
}

/**
 * Calls `entered` when it is the request's turn, at once if a place is free; calls `closed` instead when its
 * connection closes before that.
 */
function createLanes(scale: number) {
  const lanes = new Map<string, Turns>();
  const scaled = (limit: number) => scaledLimit(limit, scale);
  let total = 0;
  let long = 0;

  /** Whether a place is free; otherwise the call waits. @throws {Failure} when it may not even do that */
  const hasFreePlace = (turns: Turns, { atOnce, waiting }: Width, isLong: boolean): boolean => {
    const isFree = turns.active < scaled(atOnce);
    if (!isFree && turns.waiting.size >= scaled(waiting))
      throw new Failure("too_many_requests", { retryAfterS });
    if (isFree && isLong && long >= longMax * scale)
      throw new Failure("unavailable", { retryAfterS });
    return isFree;
  };
  /** What a call does once it has been answered: passes its place on, or frees it. */
  const leaving = (key: string, turns: Turns, isLong: boolean) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      total -= 1;
      const [next] = turns.waiting;
      if (next) {
        turns.waiting.delete(next);
        next(); // takes the place
        return;
      }
      turns.active -= 1;
      if (isLong) long -= 1;
      if (turns.active === 0) lanes.delete(key);
    };
  };
  const wait = (turns: Turns, { response, leave, entered, closed }: Waiter) => {
    if (response.destroyed) {
      closed();
      return;
    }
    total += 1;
    const giveUp = () => {
      turns.waiting.delete(begin);
      total -= 1;
      closed();
    };
    const begin = () => {
      response.off("close", giveUp);
      entered(leave);
    };
    turns.waiting.add(begin);
    response.once("close", giveUp);
  };

  return (request: FastifyRequest, lane: Exclude<Lane, "none">, call: Call) => {
    const isLong = lane === "long";
    if (total >= totalMax * scale) throw new Failure("unavailable", { retryAfterS });
    const { id } = request.sessionMember ?? {};
    const width = widths[id === undefined ? "network" : "member"][lane];
    const key = `${lane} ${id ?? networkOf(request.ip)}`;
    const turns = lanes.get(key) ?? { active: 0, waiting: new Set() };
    const leave = leaving(key, turns, isLong);
    if (!hasFreePlace(turns, width, isLong)) {
      wait(turns, { ...call, leave });
      return;
    }
    lanes.set(key, turns);
    total += 1;
    turns.active += 1;
    if (isLong) long += 1;
    call.entered(leave);
  };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The lane in which the route's calls are counted; `calls` by default (server/plugins/lanes.ts). */
    lane?: Lane;
  }
}
