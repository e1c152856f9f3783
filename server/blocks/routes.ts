import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { blockAnswer, blockedList, blocksQuery } from "#lib/blocks/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { listBlocked } from "#server/blocks/repository.ts";
import type { Blocks } from "#server/blocks/service.ts";
import type { Db } from "#server/db/database.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface Options {
  db: Db;
  persons: Persons;
  blocks: Blocks;
}

/** Registered under /api/:locale: blocking, unblocking and the list of blocked members. */
export const blocksRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, persons, blocks },
) => {
  const tags = ["blocks"];
  const schema = { tags, params: idParams, response: { 200: blockAnswer } };
  requireOnEveryRoute(app, "requireVerified");

  app.get(
    "/profile/blocks",
    { schema: { tags, querystring: blocksQuery, response: { 200: blockedList } } },
    (request) => listBlocked(db, persons, readerOf(request), request.query.cursor),
  );

  app.post("/profile/blocks/:id", { config: { limit: "block" }, schema }, async (request) => {
    await blocks.block(memberOf(request).id, request.params.id);
    return {
      message: request.translate("Answers.memberBlocked"),
      data: { status: "blocked" as const },
    };
  });

  app.delete("/profile/blocks/:id", { schema }, async (request) => {
    await blocks.unblock(memberOf(request).id, request.params.id);
    return {
      message: request.translate("Answers.memberUnblocked"),
      data: { status: "none" as const },
    };
  });
};
