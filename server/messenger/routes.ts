import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams } from "#lib/http/schema.ts";
import {
  chatAnswer,
  chatCreated,
  chatKind,
  chatList,
  chatListParams,
  chatListQuery,
  chatParams,
  history,
  historyQuery,
  messageAnswer,
  newMessagesCount,
  readAnswer,
  readMessagesInput,
  sendMessageInput,
} from "#lib/messenger/contract/schema.ts";
import { z } from "zod";
import { notFound } from "#server/http/failure.ts";
import { type ChatSource, findChat, listChats } from "#server/messenger/chats/chats.ts";
import { readHistory } from "#server/messenger/history/history.ts";
import { readerOf } from "#server/messenger/chats/reader.ts";
import { countUnread } from "#server/messenger/receipts/reading.ts";
import type { Messenger } from "#server/messenger/service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

export interface MessengerRoutesOptions extends ChatSource {
  messenger: Messenger;
  limits: Limits;
}

/** Chats, their history, sending and reading (specification §7, Messenger host). */
export const messengerRoutes: FastifyPluginAsyncZod<MessengerRoutesOptions> = async (
  app,
  { messenger, limits, ...source },
) => {
  const tags = ["messenger"];

  app.get(
    "/chats/:x",
    {
      schema: {
        tags,
        params: chatListParams,
        querystring: chatListQuery,
        response: { 200: chatList },
      },
    },
    (request) => {
      const { x } = request.params;
      return listChats(source, readerOf(request), {
        kind: x === "all" ? undefined : x,
        ...request.query,
      });
    },
  );

  app.get(
    "/chats/:x/:id",
    { schema: { tags, params: chatParams, response: { 200: chatAnswer } } },
    async (request) => {
      const { x, id } = request.params;
      const chat = await findChat(source, readerOf(request), id, x);
      if (!chat) throw notFound();
      return { data: chat };
    },
  );

  app.post(
    "/private/create/chat/:id",
    { schema: { tags, params: idParams, response: { 200: chatCreated } } },
    async (request) => {
      const reader = readerOf(request);
      await limits.consume("chatCreation", reader.id);
      const chat = await messenger.openPrivateChat(reader, request.params.id);
      return { message: request.translate("Answers.chatCreated"), data: chat };
    },
  );

  app.get(
    "/:x/getMessages/:id",
    { schema: { tags, params: chatParams, querystring: historyQuery, response: { 200: history } } },
    async (request) => {
      const page = await readHistory(source, readerOf(request), request.params, request.query);
      if (!page) throw notFound();
      return page;
    },
  );

  app.post(
    "/:x/sendMessage",
    {
      config: { checksSession: true },
      schema: {
        tags,
        params: z.object({ x: chatKind }),
        body: sendMessageInput,
        response: { 200: messageAnswer, 201: messageAnswer },
      },
    },
    async (request, reply) => {
      const member = memberOf(request);
      await limits.consume("message", member.id);
      const { message, repeated } = await messenger.send(member, request.params.x, request.body);
      return reply.status(repeated ? 200 : 201).send({ data: message });
    },
  );

  app.post(
    "/:x/readMessages/:id",
    {
      schema: { tags, params: chatParams, body: readMessagesInput, response: { 200: readAnswer } },
    },
    async (request) => {
      const state = await messenger.read(memberOf(request).id, request.params, request.body.seq);
      return { message: request.translate("Answers.messagesRead"), data: state };
    },
  );

  app.get(
    "/new/messages",
    { schema: { tags, response: { 200: newMessagesCount } } },
    async (request) => {
      const { id } = memberOf(request);
      return { new_messages_count: (await countUnread(source.db, [id])).get(id) ?? 0 };
    },
  );
};
