import { setTimeout as wait } from "node:timers/promises";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Database } from "#server/db/database.ts";
import { isReadOnly, refuseReadOnly } from "#server/db/database-hosts.ts";
import type { RedisClients } from "#server/infra/redis.ts";

interface Dependencies {
  ask: Database["ask"];
  redis: RedisClients | null;
  realtime: { reachesOtherNodes: () => boolean };
  isStopping: () => boolean;
}

/** `read_only`: it answers, but accepts no writes, like a standby after a failover. */
const state = z.enum(["ok", "away", "read_only"]);
const readiness = z.object({
  status: z.enum(["ready", "degraded", "not_ready"]),
  database: state,
  redis: state.optional(),
});

export type AskReadiness = () => Promise<z.infer<typeof readiness>>;

const answersWithinMs = 2_000;
const sharedForMs = 250;

export function createAskReadiness({
  ask,
  redis,
  realtime,
  isStopping,
}: Dependencies): AskReadiness {
  // Whoever may ask, at whatever rate, there is one question at a time.
  const askAll = shared(sharedForMs, () =>
    Promise.all([
      // By the connections of quick lookups: where all others wait for a lock, the database is not away.
      stateOf(ask({ name: "refuse_read_only", text: refuseReadOnly }, [])),
      redis ? stateOf(write(redis)) : undefined,
    ]),
  );
  return async () => {
    const [databaseState, redisState] = await askAll();
    const reachesOtherNodes = (redisState ?? "ok") === "ok" && realtime.reachesOtherNodes();
    const ready = databaseState === "ok" && !isStopping();
    return {
      status: !ready ? "not_ready" : reachesOtherNodes ? "ready" : "degraded",
      database: databaseState,
      ...(redisState && { redis: reachesOtherNodes ? "ok" : "away" }),
    };
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can take requests, because the database accepts writes. Where Redis
 * does not, the node is degraded: members are served, but events stay on their own node (D-RESYNC).
 */
export const healthRoutes: FastifyPluginAsyncZod<{ askReadiness: AskReadiness }> = async (
  app,
  { askReadiness },
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
      const found = await askReadiness();
      return reply.status(found.status === "not_ready" ? 503 : 200).send(found);
    },
  );
};

/** Gives the same answer to everybody who asks within `forMs`. */
function shared<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; at: number } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= forMs)
      last = { answer: ask(), at: performance.now() };
    return last.answer;
  };
}

/** Writes, because a replica, and a Redis that is full, would answer a PING. */
const write = ({ commands }: RedisClients) => commands.set("readyz", "", "EX", 60);

const stateOf = (answer: Promise<unknown>): Promise<z.infer<typeof state>> =>
  Promise.race([
    answer.then(
      () => "ok" as const,
      (error: unknown) => (isReadOnly(error) ? "read_only" : "away"),
    ),
    wait(answersWithinMs, "away" as const, { ref: false }),
  ]);
