import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { idText } from "#lib/http/schema.ts";
import { classKey, readClassKey } from "#lib/members/class-key.ts";
import { optionalStudyGroup } from "#lib/members/study-group.ts";
import { chatAnswer } from "#lib/messenger/contract/schema.ts";
import { notFound } from "#server/http/failure.ts";
import type { ClassChats } from "#server/messenger/class-chats/class-chats.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { readerOf } from "#server/plugins/session.ts";

interface Options {
  classChats: ClassChats;
  limits: Limits;
}

const params = z.object({ id: idText, key: classKey });
/** `group`: the study group. Without a body, which is null then, it is the chat of the whole class. */
const body = z.object({ group: optionalStudyGroup }).nullish();

/** Registered under /api/:locale, beside the class: makes or opens its chat, and joins it. */
export const classChatRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { classChats, limits },
) => {
  for (const { path, make } of [
    { path: "/objects/:id/classes/:key/chat", make: true },
    { path: "/objects/:id/classes/:key/chat/join", make: false },
  ])
    app.post(
      path,
      {
        onRequest: app.requireVerified,
        config: { limit: make ? "chatCreation" : "groupChange" },
        schema: { tags: ["classes"], params, body, response: { 200: chatAnswer } },
      },
      async (request) => {
        const reader = readerOf(request);
        const { id: objectId, key } = request.params;
        const years = readClassKey(key);
        if (!years) throw notFound();
        const place = { objectId, years, group: request.body?.group };
        const options = {
          make,
          countMaking: () => limits.consume("classChatCreation", reader.id),
          countJoin: (chatId: number) => limits.consume("classChatJoin", `${chatId} ${reader.id}`),
        };
        return { data: await classChats.enter(reader, place, options) };
      },
    );
};
