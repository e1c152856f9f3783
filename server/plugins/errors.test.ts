import Fastify from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorsPlugin } from "#server/plugins/errors.ts";

const app = Fastify({ bodyLimit: 1_000 });
beforeAll(async () => {
  await app.register(errorsPlugin);
  app.get<{ Params: { code: string } }>("/:code", ({ params }) => {
    throw Object.assign(new Error("as the database says it"), params);
  });
  app.post("/", () => "received");
});
afterAll(() => app.close());

it.each([
  ["a deadlock", "40P01", 503, "1"],
  ["a conflict with another transaction", "40001", 503, "1"],
  ["a time limit", "57014", 503, "5"],
  ["a wrong query", "42601", 500, undefined],
])(
  "a request that fails for %s is told whether and when to try again",
  async (_title, code, status, after) => {
    const answer = await app.inject(`/${code}`);
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([status, after]);
    expect(answer.body).not.toContain("database");
  },
);

it.each([
  ["too large", 413, { "content-type": "application/json" }, JSON.stringify("x".repeat(2_000))],
  ["of another type", 415, { "content-type": "text/csv" }, "a,b"],
])(
  "a client that sends a body %s may send it to its end, and then reads the answer",
  async (_title, status, headers, payload) => {
    const answer = await app.inject({ method: "POST", url: "/", headers, payload });
    expect([answer.statusCode, answer.headers.connection]).toEqual([status, undefined]);
  },
);
