import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorStatus } from "#lib/api/errors.ts";
import type { Failure } from "#server/http/failure.ts";
import { sessionPlugin, type SessionMember } from "#server/plugins/session.ts";

const member: SessionMember = {
  id: 1,
  verified: true,
  locale: "ru",
  sessionId: "00",
  useIsUnmarked: false,
  liveMs: 0,
};

let app: FastifyInstance;
let isLive: boolean;
/** A call that takes so long, while its session ends. */
let tookMs: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  isLive = true;
  app = Fastify();
  app.setErrorHandler((error: Failure, _request, reply) =>
    reply.status(errorStatus[error.code]).send(),
  );
  await app.register(sessionPlugin, {
    find: () => Promise.resolve(isLive ? member : null),
    recall: () => undefined,
    markUsed: () => undefined,
  });
  const work = () => {
    vi.advanceTimersByTime(tookMs);
    isLive = false;
    return { data: "private" };
  };
  app.get("/slow", { onRequest: app.requireVerified }, work);
  const config = { endsSession: true };
  app.get("/last", { config, onRequest: app.requireVerified }, work);
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const get = async (url: string) =>
  (await app.inject({ url, headers: { authorization: "Bearer x" } })).statusCode;

describe("a call whose session ends while it is answered", () => {
  it("is refused when it took long, and answered when the session had just been looked up", async () => {
    tookMs = 1_000;
    expect(await get("/slow")).toBe(401);
    isLive = true;
    tookMs = 100;
    expect(await get("/slow")).toBe(200);
  });

  it("is answered where it is the one that ends its own session, however long it took", async () => {
    tookMs = 1_000;
    expect(await get("/last")).toBe(200);
  });
});
