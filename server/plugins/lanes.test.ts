import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Failure } from "#server/http/failure.ts";
import { type Lane, lanesPlugin } from "#server/plugins/lanes.ts";

/** Calls that have begun, by caller; each is answered when the test says so. */
let begun: Map<string, (() => void)[]>;
let app: FastifyInstance;

async function start(scale: number, lane?: Lane) {
  app = Fastify();
  begun = new Map();
  app.decorateRequest("sessionMember", null);
  app.addHook("onRequest", async (request) => {
    const id = Number(request.headers["x-member"]);
    if (id) Object.assign(request, { sessionMember: { id } });
  });
  app.setErrorHandler((error: Failure, _request, reply) => {
    const { code, retryAfterS } = error;
    const status = code === "too_many_requests" ? 429 : 503;
    return reply.status(status).header("retry-after", retryAfterS).send();
  });
  await app.register(lanesPlugin, { scale });
  const config = lane && { config: { lane } };
  app.get("/", { ...config }, (request) => {
    const who = String(request.headers["x-member"] ?? request.ip);
    return new Promise((resolve) => {
      begun.set(who, [
        ...(begun.get(who) ?? []),
        () => {
          resolve("done");
        },
      ]);
    });
  });
}
beforeEach(() => start(1));
afterEach(() => app.close());

const call = (member: number | null, remoteAddress = "192.0.2.1") =>
  app.inject({
    url: "/",
    remoteAddress,
    headers: member === null ? {} : { "x-member": String(member) },
  });
const calls = (count: number, ...who: Parameters<typeof call>) =>
  Array.from({ length: count }, () => call(...who));
const underWay = (who: string | number) => begun.get(String(who))?.length ?? 0;
/** Lets all calls that have begun and will begin be answered. */
const answerAll = async <T>(waiting: Promise<T>[]) => {
  const answered = Promise.all(waiting);
  const timer = setInterval(() => {
    for (const list of begun.values()) for (const answer of list) answer();
  }, 1);
  const answers = await answered;
  clearInterval(timer);
  return answers;
};
const counts = (answers: { statusCode: number }[]) => {
  const of = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  return { 200: of(200), 429: of(429), 503: of(503) };
};

describe("300 calls of one member at once", () => {
  it("are started 8 at a time, 120 more wait for their turn, and the rest is refused with Retry-After", async () => {
    const asked = calls(300, 1);
    await expect.poll(() => underWay(1)).toBe(8);
    const other = call(2);
    await expect.poll(() => underWay(2)).toBe(1);
    expect(underWay(1)).toBe(8);
    const [others, ...answers] = await answerAll([other, ...asked]);
    expect(others?.statusCode).toBe(200);
    expect(counts(answers)).toEqual({ 200: 128, 429: 172, 503: 0 });
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers["retry-after"]).toBe("1");
    expect(counts(await answerAll(calls(100, 1)))).toEqual({ 200: 100, 429: 0, 503: 0 });
  });
});

describe("visitors", () => {
  it("share a lane with their network alone, which is as wide as a campus", async () => {
    const asked = calls(1_100, null);
    await expect.poll(() => underWay("192.0.2.1")).toBe(64);
    const elsewhere = call(null, "192.0.2.2");
    await expect.poll(() => underWay("192.0.2.2")).toBe(1);
    const answers = await answerAll([elsewhere, ...asked]);
    expect(counts(answers)).toEqual({ 200: 1_065, 429: 36, 503: 0 });
  });
});

describe("all together", () => {
  it("are refused with 503 beyond the calls that one process accepts", async () => {
    const asked = Array.from({ length: 40 }, (_, member) => calls(101, member + 1)).flat();
    expect(counts(await answerAll(asked))).toEqual({ 200: 4_000, 429: 0, 503: 40 });
  });
});

describe("RATE_LIMIT_SCALE", () => {
  it("widens the lanes as it does the other limits", async () => {
    await app.close();
    await start(10);
    const asked = calls(1_400, 1);
    await expect.poll(() => underWay(1)).toBe(80);
    expect(counts(await answerAll(asked))).toEqual({ 200: 1_280, 429: 120, 503: 0 });
  });
});

describe("a client that hangs up", () => {
  it("keeps the places of calls that have begun, and frees those of calls that wait", async () => {
    const port = (await app.listen({ port: 0 }), (app.server.address() as AddressInfo).port);
    const options = { port, headers: { "x-member": "1" }, agent: false };
    const hungUp = Array.from({ length: 20 }, () => get({ ...options }).on("error", () => null));
    await expect.poll(() => underWay(1)).toBe(8);
    for (const request of hungUp) request.destroy();
    const answered = new Promise<IncomingMessage>((resolve) => get({ ...options }, resolve));
    await expect.poll(() => underWay(1)).toBe(8);
    const [response] = await answerAll([answered]);
    expect(response?.statusCode).toBe(200);
    response?.resume();
  });
});

describe("a probe that asks whether the process is well", () => {
  it("is always answered", async () => {
    await app.close();
    await start(0.001, "none");
    const asked = calls(50, 1);
    await expect.poll(() => underWay(1)).toBe(50);
    await answerAll(asked);
  });
});
