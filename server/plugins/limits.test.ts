import Fastify from "fastify";
import { pino } from "pino";
import { expect, it } from "vitest";
import { Failure } from "#server/http/failure.ts";
import { connectRedis } from "#server/infra/redis.ts";
import { createLimits, memberLimitsPlugin } from "#server/plugins/limits.ts";
import { startSilentRedis } from "#server/testing/doubles/silent-redis.ts";

const redisSilentMsMax = 60_000;

it("the limit of messages is counted by the node itself, without waiting for a Redis that has stopped answering", async () => {
  const redis = await startSilentRedis();
  const log = pino({ level: "silent" });
  const { commands, close } = await connectRedis(redis.url, log, redisSilentMsMax);
  try {
    redis.silence();
    const limits = createLimits(commands, 2 / 300);
    const send = () => limits.consume("message", 7);
    await send();
    await send();
    await expect(send()).rejects.toMatchObject({ code: "too_many_requests" });
    expect(await limits.waitS("message", 7)).toBeGreaterThan(0);
    expect(await limits.timesOver("message", 7)).toBe(1.5);
    await limits.reset("message", 7);
    await send();
  } finally {
    close();
    redis.close();
  }
});

it("of more networks than a node has room to count, the one that has been quiet longest is counted anew", async () => {
  const limits = createLimits(null, 1 / 600);
  const from = (network: number) =>
    limits.consume("captcha", `2001:db8:${network.toString(16)}::1`);
  const refused = { code: "too_many_requests" };
  for (let network = 0; network < 20_000; network += 1) await from(network);
  await expect(from(0)).rejects.toMatchObject(refused);
  await from(20_000);
  await from(1);
  for (const network of [0, 20_000]) await expect(from(network)).rejects.toMatchObject(refused);
});

it("a call is counted for its member once its session and its body are in order, before it does anything", async () => {
  const events: string[] = [];
  const app = Fastify();
  await app.register(memberLimitsPlugin, {
    limits: {
      consume: (name, key) => {
        events.push(`${name} of ${key}`);
        return Promise.resolve();
      },
    },
  });
  const requireMember = async (request: object, id: unknown) => {
    if (!id) throw new Failure("unauthenticated");
    Object.assign(request, { sessionMember: { id: Number(id) } });
  };
  app.decorateRequest("sessionMember", null);
  app.addHook("onRequest", (request) => requireMember(request, request.headers["x-member"]));
  app.register(async (feature) => {
    feature.addHook("preHandler", async () => void events.push("checked"));
    feature.post(
      "/",
      {
        config: { limit: "block" },
        preHandler: async () => void events.push("checked by the route"),
        schema: { body: { type: "object", required: ["id"] } },
      },
      () => events.push("done"),
    );
  });
  const headers = { "x-member": "7" };
  await app.inject({ method: "POST", url: "/", payload: { id: 1 } });
  await app.inject({ method: "POST", url: "/", payload: {}, headers });
  expect(events).toEqual([]);
  await app.inject({ method: "POST", url: "/", payload: { id: 1 }, headers });
  expect(events).toEqual(["checked", "checked by the route", "block of 7", "done"]);
  await app.close();
});
