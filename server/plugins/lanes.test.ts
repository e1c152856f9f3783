import { get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Failure } from "#server/http/failure.ts";
import { type Lane, lanesPlugin } from "#server/plugins/lanes.ts";

/** Calls that have begun, by caller; each is answered when the test says so. */
let begun: Map<string, (() => void)[]>;
let arrived: number;
let app: FastifyInstance;

async function start(scale: number, lane?: Lane) {
  app = Fastify();
  begun = new Map();
  arrived = 0;
  app.decorateRequest("sessionMember", null);
  app.addHook("onRequest", async (request) => {
    arrived += 1;
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

const retryAfter = (answers: Awaited<ReturnType<typeof call>>[], status: number) =>
  answers.find(({ statusCode }) => statusCode === status)?.headers["retry-after"];

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
    expect(retryAfter(answers, 429)).toBe("1");
    expect(counts(await answerAll(calls(100, 1)))).toEqual({ 200: 100, 429: 0, 503: 0 });
  });
});

it.each([
  ["first calls of a page in one", "early", 2],
  ["searches in messages", "search", 1],
] as const)(
  "%s are made few at a time for a member, eight more wait, and the rest is refused with Retry-After",
  async (_what, lane, atOnce) => {
    await app.close();
    await start(1, lane);
    const asked = calls(30, 1);
    await expect.poll(() => underWay(1)).toBe(atOnce);
    const answers = await answerAll(asked);
    expect(counts(answers)).toEqual({ 200: atOnce + 8, 429: 22 - atOnce, 503: 0 });
    expect(retryAfter(answers, 429)).toBe("1");
  },
);

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
  it("are refused with 503 and Retry-After beyond the calls that one process accepts", async () => {
    const asked = Array.from({ length: 40 }, (_, member) => calls(101, member + 1)).flat();
    const answers = await answerAll(asked);
    expect(counts(answers)).toEqual({ 200: 4_000, 429: 0, 503: 40 });
    expect(retryAfter(answers, 503)).toBe("1");
  });
});

describe("uploads and archives", () => {
  it("take at most a quarter of those places, and so may last as long as they need", async () => {
    await app.close();
    await start(1, "long");
    const asked = Array.from({ length: 32 }, (_, member) => calls(32, member + 1)).flat();
    expect(counts(await answerAll(asked))).toEqual({ 200: 1_000, 429: 0, 503: 24 });
    expect(counts(await answerAll(calls(100, 1)))).toEqual({ 200: 100, 429: 0, 503: 0 });
  });

  it("that wait for others of their member take no place from those of other members", async () => {
    await app.close();
    await start(1, "long");
    const asked = Array.from({ length: 20 }, (_, member) => calls(100, member + 1)).flat();
    expect(counts(await answerAll(asked))).toEqual({ 200: 2_000, 429: 0, 503: 0 });
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

describe("calls that wait when their client hangs up", () => {
  const connected = () =>
    new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => {
        resolve(count);
      });
    });
  const listen = async (lane?: Lane) => {
    await app.close();
    await start(1, lane);
    await app.listen({ port: 0 });
    return (app.server.address() as AddressInfo).port;
  };

  it.each([
    ["long", 32, 68],
    ["calls", 8, 120],
  ] as const)("free their places at once, and are never run: %s", async (lane, atOnce, waiting) => {
    const port = await listen(lane);
    const options = { port, headers: { "x-member": "1" }, agent: false };
    const all = Array.from({ length: atOnce + waiting }, () =>
      get({ ...options }).on("error", () => null),
    );
    await expect.poll(() => arrived).toBe(atOnce + waiting);
    expect((await call(1)).statusCode).toBe(429);
    for (const request of all) request.destroy();
    await expect.poll(connected).toBe(0);
    const others = calls(waiting, 1);
    expect(counts(await answerAll(others))).toEqual({ 200: waiting, 429: 0, 503: 0 });
    expect(underWay(1)).toBe(atOnce + waiting);
  });

  it("do so even if all were sent on one connection", async () => {
    const port = await listen();
    const socket = connect(port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: kampus\r\nX-Member: 1\r\n\r\n".repeat(128));
    await expect.poll(() => arrived).toBe(128);
    expect((await call(1)).statusCode).toBe(429);
    socket.destroy();
    await expect.poll(connected).toBe(0);
    expect(counts(await answerAll(calls(120, 1)))).toEqual({ 200: 120, 429: 0, 503: 0 });
    expect(underWay(1)).toBe(8 + 120);
  });
});

describe("a probe that asks whether the process is well", () => {
  it("is answered however many calls are under way", async () => {
    await app.close();
    await start(0.001, "none");
    const asked = calls(50, 1);
    await expect.poll(() => underWay(1)).toBe(50);
    await answerAll(asked);
  });
});
