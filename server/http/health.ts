import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#server/db/database.ts";
import type { RedisClients } from "#server/infra/redis.ts";

interface Options {
  db: Db;
  redis: RedisClients | null;
  isStopping: () => boolean;
}

const state = z.enum(["ok", "away"]);
const readiness = z.object({
  status: z.enum(["ready", "not_ready"]),
  database: state,
  redis: state.optional(),
});

const answersWithinMs = 2_000;

/** `/healthz`: the process lives. `/readyz`: what it depends on answers too, so it can be sent requests. */
export const healthRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, redis, isStopping },
) => {
  app.get(
    "/healthz",
    {
      config: { lane: "none" },
      schema: { hide: true, response: { 200: z.object({ status: z.literal("ok") }) } },
    },
    () => ({
      status: "ok" as const,
    }),
  );
  app.get(
    "/readyz",
    {
      config: { lane: "none" },
      schema: { hide: true, response: { 200: readiness, 503: readiness } },
    },
    async (request, reply) => {
      const [databaseState, redisState] = await Promise.all([
        stateOf(sql`SELECT 1`.execute(db)),
        redis ? stateOf(redis.commands.ping()) : undefined,
      ]);
      const ready = databaseState === "ok" && redisState !== "away" && !isStopping();
      return reply.status(ready ? 200 : 503).send({
        status: ready ? "ready" : "not_ready",
        database: databaseState,
        ...(redisState && { redis: redisState }),
      });
    },
  );
};

async function stateOf(answer: Promise<unknown>): Promise<z.infer<typeof state>> {
  const late = AbortSignal.timeout(answersWithinMs);
  const timeout = new Promise<"away">((resolve) => {
    late.addEventListener("abort", () => {
      resolve("away");
    });
  });
  return Promise.race([
    answer.then(
      () => "ok" as const,
      () => "away" as const,
    ),
    timeout,
  ]);
}
