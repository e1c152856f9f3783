import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { earlyPathsOf } from "#lib/api/early-calls.ts";
import { surfaceOf } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";

const pathLengthMax = 255;
/** Those by which a call knows who asks, from where, and in which language. */
const passedOn = ["authorization", "host", "accept-language", "user-agent", "x-forwarded-for"];

/**
 * Registered under /api/:locale: the first calls of a member's screen, answered in one (lib/api/early-calls.ts). Each of
 * them is checked, counted and logged as a call of its own.
 */
export const earlyAnswersRoutes: FastifyPluginAsyncZod<{ env: Pick<Env, "deployment"> }> = async (
  app,
  { env },
) => {
  const answerTo = async (path: string, { headers, socket }: FastifyRequest) => {
    const own = passedOn.flatMap((name): [string, string | string[]][] => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    });
    const asked = {
      url: path,
      headers: Object.fromEntries(own),
      remoteAddress: socket.remoteAddress ?? "",
    };
    const answer = await app.inject(asked).catch(() => null); // fails while the server is closing
    // The page asks by itself for what could not be answered now, and hears then when to come again.
    if (!answer || answer.statusCode >= 500 || answer.statusCode === 429) return [];
    return [`${JSON.stringify(path)}:{"status":${answer.statusCode},"body":${answer.payload}}`];
  };

  app.get(
    "/early",
    {
      onRequest: app.requireSession,
      // Excludes HEAD, because one of these calls notes a visit.
      exposeHeadRoute: false,
      config: { lane: "early" },
      schema: { hide: true, querystring: z.object({ path: z.string().max(pathLengthMax) }) },
    },
    async (request, reply) => {
      const surface = surfaceOf(request.headers.host, env.deployment.rootDomain);
      const paths = surface ? earlyPathsOf(surface, request.locale, request.query.path) : [];
      const answers = await Promise.all(paths.map((each) => answerTo(each, request)));
      // The first answers may have waited for the last while the session ended (SEC-S6).
      await request.confirmSession?.();
      return reply.type("application/json").send(`{${answers.flat().join(",")}}`);
    },
  );
};
