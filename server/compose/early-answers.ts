import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { earlyPathsOf } from "#lib/api/early-calls.ts";
import { hostRoleOf, isSurface } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";

const pathLengthMax = 255;
/** Those by which a call knows who asks, from where, and in which language. */
const passedOn = ["authorization", "host", "accept-language", "user-agent", "x-forwarded-for"];

/**
 * Registered under /api/:locale: the first calls of a member's screen, answered in one (lib/api/early-calls.ts). Each of
 * them is a call in every other respect: it is checked, counted and logged by itself.
 */
export const earlyAnswersRoutes: FastifyPluginAsyncZod<{ env: Pick<Env, "deployment"> }> = async (
  app,
  { env },
) => {
  const answerTo = async (path: string, { headers, socket }: FastifyRequest) => {
    const { statusCode, payload } = await app.inject({
      url: path,
      headers: Object.fromEntries(
        passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
      ),
      remoteAddress: socket.remoteAddress ?? "",
    });
    // The page asks by itself for what could not be answered now, and hears then when to come again.
    const isFinal = statusCode < 500 && statusCode !== 429;
    return isFinal ? [`${JSON.stringify(path)}:{"status":${statusCode},"body":${payload}}`] : [];
  };

  app.get(
    "/early",
    {
      onRequest: app.requireSession,
      config: { lane: "none" }, // each of the calls takes a place of its own
      schema: { hide: true, querystring: z.object({ path: z.string().max(pathLengthMax) }) },
    },
    async (request, reply) => {
      const role = hostRoleOf(request.headers.host, env.deployment.rootDomain);
      const { path } = request.query;
      const paths = isSurface(role) ? earlyPathsOf(role, request.locale, path) : [];
      const answers = await Promise.all(paths.map((each) => answerTo(each, request)));
      return reply.type("application/json").send(`{${answers.flat().join(",")}}`);
    },
  );
};
