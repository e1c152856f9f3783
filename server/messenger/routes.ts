import type { FastifyPluginAsync } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
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
  message,
  messageAnswer,
  newMessagesCount,
  readAnswer,
  readMessagesInput,
  sendMessageInput,
  withDeletedNamed,
} from "#lib/messenger/contract/schema.ts";
import { messageSearch, messageSearchFilter } from "#lib/messenger/contract/search-schema.ts";
import type { Database } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { messageRoutes, type MessageRoutesOptions } from "#server/messenger/change/routes.ts";
import { type ChatSource, findChat, listChats } from "#server/messenger/chats/chats.ts";
import { openPrivateChat } from "#server/messenger/chats/private-chats.ts";
import { groupRoutes, type GroupRoutesOptions } from "#server/messenger/groups/routes.ts";
import { readHistory } from "#server/messenger/history/history.ts";
import { markRoutes, type MarkRoutesOptions } from "#server/messenger/marks/routes.ts";
import { countUnread, type ReadMessages } from "#server/messenger/receipts/read-messages.ts";
import { searchMessages } from "#server/messenger/search/search-messages.ts";
import type { SendMessage } from "#server/messenger/send/send-messages.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";

interface WritingRoutesOptions extends ChatSource {
  send: SendMessage;
  read: ReadMessages;
}

interface FindingRoutesOptions extends ChatSource {
  database: Pick<Database, "ask">;
}

type MessengerPluginOptions = WritingRoutesOptions &
  FindingRoutesOptions &
  GroupRoutesOptions &
  MessageRoutesOptions &
  MarkRoutesOptions;

/**
 * Must be registered within /messenger, because the plugins it registers take no prefix; the messenger host answers the
 * same without it (D-SURFACES).
 */
export const messengerPlugin: FastifyPluginAsync<MessengerPluginOptions> = async (app, deps) => {
  requireOnEveryRoute(app, "requireVerified");
  await app.register(chatRoutes, deps);
  await app.register(writingRoutes, deps);
  await app.register(findingRoutes, deps);
  await app.register(groupRoutes, deps);
  await app.register(messageRoutes, deps);
  await app.register(markRoutes, deps);
};

const tags = ["messenger"];

// Described here, because pages need not load it.
z.globalRegistry.add(message, {
  description:
    "`client_id` is in lower case, however it was sent. An event `message` or `message_changed`, and the answer to " +
    "sendMessage, editMessage, deleteMessage or react, says nothing of anybody's presence: in `author` and " +
    "`forwarded_from`, `online` is false and `last_seen_at` is null there.",
});

/** The list of chats, one of them, and a new private one. */
const chatRoutes: FastifyPluginAsyncZod<ChatSource> = async (app, source) => {
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
    {
      config: { limit: "chatCreation" },
      schema: { tags, params: idParams, response: { 200: chatCreated } },
    },
    async (request) => {
      const chat = await openPrivateChat(source, readerOf(request), request.params.id);
      return { message: request.translate("Answers.chatCreated"), data: chat };
    },
  );
};

/** The history of a chat, sending and reading. */
const writingRoutes: FastifyPluginAsyncZod<WritingRoutesOptions> = async (
  app,
  { send, read, ...source },
) => {
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
      config: { limit: "message", checksSession: true },
      schema: {
        tags,
        params: z.object({ x: chatKind }),
        body: sendMessageInput,
        response: { 200: messageAnswer, 201: messageAnswer },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { message, repeated } = await send(memberOf(request), params.x, body);
      const data = withDeletedNamed(message, request.translate("Site.deletedMember"));
      return reply.status(repeated ? 200 : 201).send({ data });
    },
  );

  app.post(
    "/:x/readMessages/:id",
    {
      schema: { tags, params: chatParams, body: readMessagesInput, response: { 200: readAnswer } },
    },
    async (request) => {
      const state = await read(memberOf(request).id, request.params, request.body.seq);
      return { message: request.translate("Answers.messagesRead"), data: state };
    },
  );
};

/** The number of unread messages, and the search in all chats. */
const findingRoutes: FastifyPluginAsyncZod<FindingRoutesOptions> = async (
  app,
  { database, ...source },
) => {
  app.get(
    "/new/messages",
    { schema: { tags, response: { 200: newMessagesCount } } },
    async (request) => {
      const { id } = memberOf(request);
      return { new_messages_count: (await countUnread(database.ask, [id])).get(id) ?? 0 };
    },
  );

  app.get(
    "/search",
    {
      config: { limit: "messageSearch", lane: "search" },
      schema: { tags, querystring: messageSearchFilter, response: { 200: messageSearch } },
    },
    (request) => searchMessages(source, readerOf(request), request.query),
  );
};
