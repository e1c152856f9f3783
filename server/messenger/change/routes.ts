import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import {
  changesFilter,
  deleteMessageInput,
  editMessageInput,
  messageChanged,
  reactInput,
} from "#lib/messenger/contract/change-schema.ts";
import {
  changes,
  chatParams,
  type Message,
  withDeletedNamed,
} from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import { notFound } from "#server/http/failure.ts";
import { readChanges } from "#server/messenger/change/read-changes.ts";
import type { MessageChanges } from "#server/messenger/change/service.ts";
import type { ShowMessages } from "#server/messenger/history/show-messages.ts";
import { memberOf, readerOf } from "#server/plugins/session.ts";

export interface MessageRoutesOptions {
  db: Db;
  show: ShowMessages;
  changes: MessageChanges;
}

/** Stored messages: edits, deletions, reactions, and the changes that a client has missed. */
export const messageRoutes: FastifyPluginAsyncZod<MessageRoutesOptions> = async (
  app,
  { db, show, changes: messageChanges },
) => {
  const answer = ({ translate }: FastifyRequest, messageKey: string, changed: Message) => ({
    message: translate(messageKey),
    data: withDeletedNamed(changed, translate("Site.deletedMember")),
  });
  const answered = { tags: ["messenger"], params: chatParams, response: { 200: messageChanged } };

  app.post(
    "/:x/editMessage/:id",
    { config: { limit: "messageChange" }, schema: { ...answered, body: editMessageInput } },
    async (request) => {
      const { id } = memberOf(request);
      const changed = await messageChanges.edit(id, request.params, request.body);
      return answer(request, "Answers.messageEdited", changed);
    },
  );

  app.post(
    "/:x/deleteMessage/:id",
    { config: { limit: "messageChange" }, schema: { ...answered, body: deleteMessageInput } },
    async (request) => {
      const { id } = memberOf(request);
      const changed = await messageChanges.delete(id, request.params, request.body);
      return answer(request, "Answers.messageDeleted", changed);
    },
  );

  app.post(
    "/:x/react/:id",
    { config: { limit: "reaction" }, schema: { ...answered, body: reactInput } },
    async (request) => {
      const { id } = memberOf(request);
      const changed = await messageChanges.react(id, request.params, request.body);
      return answer(request, "Answers.reactionSet", changed);
    },
  );

  app.get(
    "/:x/getChanges/:id",
    {
      schema: {
        tags: ["messenger"],
        params: chatParams,
        querystring: changesFilter,
        response: { 200: changes },
      },
    },
    async (request) => {
      const page = await readChanges(
        { db, show },
        readerOf(request),
        request.params,
        request.query,
      );
      if (!page) throw notFound();
      return page;
    },
  );
};
