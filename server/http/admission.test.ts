import { once } from "node:events";
import http, { type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAdmission, leaveEarly, refusalOf } from "#server/http/admission.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

/** Calls that were let in and are not answered, by token. */
let inside: Map<string, http.ServerResponse[]>;
let server: Server;
let admit: ReturnType<typeof createAdmission>;
let port: number;

beforeEach(async () => {
  inside = new Map();
  admit = createAdmission(1);
  server = http.createServer((request, response) => {
    admit({
      request,
      response,
      enter: () => {
        const refusal = refusalOf(request);
        if (refusal) response.writeHead(refusal === "unavailable" ? 503 : 429).end();
        else {
          if (request.url === "/long") leaveEarly(request);
          const token = request.headers.authorization ?? "";
          inside.set(token, [...(inside.get(token) ?? []), response]);
        }
      },
    });
  });
  port = await listenOnFreePort(server);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const agent = new http.Agent({ keepAlive: false });
async function call(token: string, options: http.RequestOptions & { body?: string } = {}) {
  const { body, ...rest } = options;
  const request = http.request({
    port,
    agent,
    host: "127.0.0.1",
    headers: { authorization: token },
    path: rest.path ?? "/",
    method: rest.method ?? "GET",
  });
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.resume();
  return response.statusCode;
}
const calls = (count: number, ...given: Parameters<typeof call>) =>
  Array.from({ length: count }, () => call(...given));
const countOf = (token: string) => inside.get(token)?.length ?? 0;
const answer = (token: string) => {
  const [first, ...others] = inside.get(token) ?? [];
  inside.set(token, others);
  first?.end();
};
/** Answers all calls, and returns how many of `token` were inside at most. */
async function answerAll(token: string, statuses: Promise<unknown>[]): Promise<number> {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, countOf(token));
    for (const open of [...inside.keys()]) answer(open);
  });
  await Promise.all(statuses);
  clearInterval(timer);
  return most;
}

describe("300 calls of one token at once", () => {
  it("are let in one at a time after the first four, and those beyond the limit are refused", async () => {
    const asked = calls(300, "a");
    const other = call("b");
    await expect.poll(() => countOf("b")).toBe(1);
    expect(countOf("a")).toBeLessThanOrEqual(4);
    answer("b");
    expect(await other).toBe(200);
    await expect.poll(() => countOf("a")).toBe(4);
    for (let count = 0; count < 4; count += 1) answer("a");
    await expect.poll(() => countOf("a")).toBe(1);
    expect(await answerAll("a", asked)).toBe(4); // as soon as few wait
    const statuses = await Promise.all(asked);
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - 128);
    expect(statuses.filter((status) => status === 200)).toHaveLength(128);
  });
});

describe("calls of one token", () => {
  it("are let in four at a time where a page sends twelve", async () => {
    const asked = calls(12, "a");
    await expect.poll(() => countOf("a")).toBe(4);
    expect(await answerAll("a", asked)).toBe(4);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  });

  it("do not wait for calls that take minutes", async () => {
    const long = calls(6, "a", { path: "/long" });
    await expect.poll(() => countOf("a")).toBe(6);
    const short = call("a");
    await expect.poll(() => countOf("a")).toBe(7);
    await answerAll("a", [...long, short]);
  });

  it("do not wait for calls whose body is still being sent", async () => {
    const slow = Array.from({ length: 6 }, () => {
      const headers = { authorization: "a", "content-length": 10 };
      const request = http.request({ port, agent, headers, host: "127.0.0.1", method: "POST" });
      request.on("error", () => null);
      request.write("slow");
      return request;
    });
    await expect.poll(() => countOf("a")).toBe(6);
    const quick = calls(8, "a", { method: "POST", body: "{}" });
    await expect.poll(() => countOf("a")).toBe(10);
    for (const request of slow) request.destroy();
    expect(await answerAll("a", quick)).toBeGreaterThanOrEqual(4);
  });

  it("free their places when the client hangs up, whether they run or wait", async () => {
    const arrived = { count: 0 };
    server.on("request", () => (arrived.count += 1));
    const hungUp = Array.from({ length: 8 }, () => {
      const request = http.get({ port, agent, host: "127.0.0.1", headers: { authorization: "a" } });
      return request.on("error", () => null);
    });
    await expect.poll(() => arrived.count).toBe(8);
    expect(countOf("a")).toBe(4);
    for (const request of hungUp) request.destroy();
    const next = calls(4, "a");
    await expect.poll(() => arrived.count).toBe(12);
    await answerAll("a", next);
    const afterwards = calls(6, "a");
    await expect.poll(() => countOf("a")).toBe(4);
    await answerAll("a", afterwards);
  });
});

it("a call that would have to wait is refused with 503 while the maximum waits, whoever sent them, and no other is", async () => {
  admit = createAdmission(0.01); // one inside and one waiting of each token, forty waiting in all
  const arrived = { count: 0 };
  server.on("request", () => (arrived.count += 1));
  const asked = Array.from({ length: 40 }, (_, member) => calls(2, `member ${member}`)).flat();
  await expect.poll(() => arrived.count).toBe(80);
  const first = call("another");
  await expect.poll(() => countOf("another")).toBe(1);
  expect(await call("another")).toBe(503);
  await answerAll("member 0", [...asked, first]);
  expect(new Set(await Promise.all([...asked, first]))).toEqual(new Set([200]));
  const afterwards = call("another");
  await answerAll("another", [afterwards]);
  expect(await afterwards).toBe(200);
});

it("visitors, whose calls have no token, pass at once", async () => {
  const asked = Array.from({ length: 40 }, async () => {
    const request = http.get({ port, agent, host: "127.0.0.1" });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
  });
  await expect.poll(() => countOf("")).toBe(40);
  await answerAll("", asked);
});
