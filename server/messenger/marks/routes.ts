import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageBody } from "#lib/http/schema.ts";
import {
  chatMarked,
  draftAnswer,
  draftInput,
  markUnreadInput,
  muteInput,
  pinInput,
} from "#lib/messenger/contract/marks-schema.ts";
import { chatParams, mutedChats, readAnswer } from "#lib/messenger/contract/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { Marks } from "#server/messenger/marks/service.ts";
import { memberOf, readerOf } from "#server/plugins/session.ts";

export interface MarkRoutesOptions {
  db: Db;
  marks: Marks;
}

/** A member's actions in a chat besides writing: muting, pinning, marking as unread, drafting, typing. */
export const markRoutes: FastifyPluginAsyncZod<MarkRoutesOptions> = async (app, { db, marks }) => {
  const chat = { tags: ["messenger"], params: chatParams };
  const config = { limit: "chatMark" } as const;

  app.post(
    "/:x/mute/:id",
    { config, schema: { ...chat, body: muteInput, response: { 200: chatMarked } } },
    async (request) => {
      const data = await marks.mute(readerOf(request), request.params, request.body.muted);
      return { message: request.translate("Answers.chatKept"), data };
    },
  );

  app.post(
    "/:x/pin/:id",
    { config, schema: { ...chat, body: pinInput, response: { 200: chatMarked } } },
    async (request) => {
      const data = await marks.pin(readerOf(request), request.params, request.body.pinned);
      return { message: request.translate("Answers.chatKept"), data };
    },
  );

  app.post(
    "/:x/markUnread/:id",
    { config, schema: { ...chat, body: markUnreadInput, response: { 200: readAnswer } } },
    async (request) => {
      const data = await marks.markUnread(readerOf(request), request.params, request.body.seq);
      return { message: request.translate("Answers.markedUnread"), data };
    },
  );

  app.post(
    "/:x/draft/:id",
    {
      config: { limit: "draft" },
      schema: { ...chat, body: draftInput, response: { 200: draftAnswer } },
    },
    async (request) => {
      const { id } = memberOf(request);
      const data = await marks.saveDraft(id, request.params, request.body);
      return { message: request.translate("Answers.draftSaved"), data };
    },
  );

  app.post(
    "/:x/typing/:id",
    { config: { limit: "typing" }, schema: { ...chat, response: { 200: messageBody } } },
    async (request) => {
      await marks.typing(memberOf(request).id, request.params);
      return { message: request.translate("Answers.typingTold") };
    },
  );

  app.get(
    "/muted/chats",
    { schema: { tags: ["messenger"], response: { 200: mutedChats } } },
    async (request) => {
      const { id } = memberOf(request);
      return { data: await listMutedChats(db, id), blocked: await listBlockedIds(db, id) };
    },
  );
};

/** Ids of the muted chats, which pages without a list of chats need too. */
async function listMutedChats(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("chat_members")
    .select("chat_id")
    .where("user_id", "=", userId)
    .where("muted", "=", true)
    .execute();
  return rows.map(({ chat_id }) => chat_id);
}

/** Ids of the members whom the member has blocked. Who has blocked them stays unknown to their pages. */
async function listBlockedIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("blocks")
    .select("blocked_id")
    .where("blocker_id", "=", userId)
    .execute();
  return rows.map(({ blocked_id }) => blocked_id);
}
