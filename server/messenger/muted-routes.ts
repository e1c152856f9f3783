import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { mutedChats } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { memberOf } from "#server/plugins/session.ts";

/** Which chats make no sound: a page that shows none of them hears their messages all the same. */
export const mutedRoutes: FastifyPluginAsyncZod<{ db: Db }> = async (app, { db }) => {
  app.get(
    "/muted/chats",
    { schema: { tags: ["messenger"], response: { 200: mutedChats } } },
    async (request) => {
      const rows = await db
        .selectFrom("chat_members")
        .select("chat_id")
        .where("user_id", "=", memberOf(request).id)
        .where("muted", "=", true)
        .execute();
      return { data: rows.map(({ chat_id }) => chat_id) };
    },
  );
};
