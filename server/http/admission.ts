/**
 * Lets the calls of one token into the back end a few at a time. A client that sends 300 calls at once would otherwise
 * have all of them read, signed in and refused in one turn of the event loop, and everybody else would wait for that
 * turn. Behind it lanes limit what a member and a network have under way (server/plugins/lanes.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "#server/http/body-timeout.ts";
import { scaledLimit } from "#server/http/scaled-limit.ts";

/** A page that sends this many calls at once hardly waits. */
const insideMax = 4;
/** While more than these wait, calls are let in one at a time, so that a greedy client is slowed before others are. */
const waitingWideMax = 8;
const waitingMax = 124;
/** The limit over all tokens: with more, a call would wait longer than a person does. */
const waitingInAllMax = 4_000;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  enter: () => void;
}

interface Caller {
  inside: number;
  waiting: Call[];
}

type Refusal = "too_many_requests" | "unavailable";
const refused = new WeakMap<IncomingMessage, Refusal>();
const leaving = new WeakMap<IncomingMessage, () => void>();

/** Why a call is refused: too many were ahead of it, of the same token or of all. */
export const refusalOf = (request: IncomingMessage): Refusal | undefined => refused.get(request);

/** Frees the place of a call that takes minutes, because others of its token must not wait for it. */
export const leaveEarly = (request: IncomingMessage): void => leaving.get(request)?.();

/** `scale` multiplies these numbers, as those of the lanes. */
export function createAdmission(scale: number): (call: Call) => void {
  const callers = new Map<string, Caller>();
  const refuse = createRefusals();
  let waitingInAll = 0;
  const scaled = (limit: number) => scaledLimit(limit, scale);
  const placesOf = ({ waiting }: Caller) =>
    waiting.length > scaled(waitingWideMax) ? 1 : scaled(insideMax);

  const admit = (token: string, caller: Caller, { request, response, enter }: Call) => {
    // Its client hung up while it was waiting.
    if (response.destroyed) return;
    caller.inside += 1;
    let isInside = true;
    const leave = () => {
      if (!isInside) return;
      isInside = false;
      caller.inside -= 1;
      admitNext(token, caller);
    };
    leaving.set(request, leave);
    response.once("close", leave);
    enter();
  };

  const admitNext = (token: string, caller: Caller) => {
    while (caller.inside < placesOf(caller)) {
      const call = caller.waiting.shift();
      if (!call) break;
      waitingInAll -= 1;
      admit(token, caller, call);
    }
    if (caller.inside === 0) callers.delete(token);
  };

  const refusalFor = (caller: Caller): Refusal | null => {
    const { inside, waiting } = caller;
    // Whoever invents many tokens and fills the total with them shuts nobody out who asks a few things at a time.
    if (waiting.length === 0 && inside < placesOf(caller)) return null;
    if (waitingInAll >= scaled(waitingInAllMax)) return "unavailable";
    return waiting.length >= scaled(waitingMax) ? "too_many_requests" : null;
  };

  const arrive = (token: string, call: Call) => {
    const caller = callers.get(token) ?? { inside: 0, waiting: [] };
    const refusal = refusalFor(caller);
    if (refusal) {
      refused.set(call.request, refusal);
      refuse(call);
      return;
    }
    callers.set(token, caller);
    caller.waiting.push(call);
    waitingInAll += 1;
    admitNext(token, caller);
  };

  return (call) => {
    const { request, enter } = call;
    const token = request.headers.authorization;
    if (token === undefined) enter();
    else if (!hasBody(request)) arrive(token, call);
    // Data sent along with the head has been read by then. A slow sender takes no place meanwhile.
    else
      setImmediate(() => {
        if (request.complete) arrive(token, call);
        else enter();
      });
  };
}

/** Refuses one call per turn of the event loop, so that calls of other clients are served in between. */
function createRefusals(): (call: Call) => void {
  const refusals: Call[] = [];
  const refuseNext = () => {
    const call = refusals.shift();
    if (!call) return;
    call.enter();
    if (refusals.length > 0) setImmediate(refuseNext);
  };
  return (call) => {
    if (refusals.push(call) === 1) setImmediate(refuseNext);
  };
}
