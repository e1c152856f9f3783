import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageSearch, messageSearchQuery } from "#lib/messenger/contract/search-schema.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import { readerOf } from "#server/messenger/chats/reader.ts";
import { searchMessages } from "#server/messenger/search/search-messages.ts";
import type { Limits } from "#server/plugins/limits.ts";

export interface SearchRoutesOptions extends ChatSource {
  limits: Limits;
}

/** Finds messages (product.md §3, Messenger). */
export const searchRoutes: FastifyPluginAsyncZod<SearchRoutesOptions> = async (
  app,
  { limits, ...source },
) => {
  app.get(
    "/search",
    {
      schema: {
        tags: ["messenger"],
        querystring: messageSearchQuery,
        response: { 200: messageSearch },
      },
    },
    async (request) => {
      const reader = readerOf(request);
      await limits.consume("messageSearch", reader.id);
      return searchMessages(source, reader, request.query);
    },
  );
};
