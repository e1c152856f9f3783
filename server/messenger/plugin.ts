import type { FastifyPluginAsync } from "fastify";
import {
  type GroupImageRoutesOptions,
  groupImageRoutes,
} from "#server/messenger/groups/image-routes.ts";
import { groupRoutes, type GroupRoutesOptions } from "#server/messenger/groups/routes.ts";
import {
  type MessageRoutesOptions,
  messageRoutes,
} from "#server/messenger/change/message-routes.ts";
import { type MarkRoutesOptions, markRoutes } from "#server/messenger/marks/routes.ts";
import { mutedRoutes } from "#server/messenger/muted-routes.ts";
import { type MessengerRoutesOptions, messengerRoutes } from "#server/messenger/routes.ts";
import { indexMessagesPlugin } from "#server/messenger/search/index-messages.ts";
import { searchRoutes } from "#server/messenger/search/routes.ts";
import { requireOnEveryRoute } from "#server/plugins/session.ts";

export type MessengerPluginOptions = MessengerRoutesOptions &
  GroupRoutesOptions &
  GroupImageRoutesOptions &
  MessageRoutesOptions &
  MarkRoutesOptions;

/** Registered under /messenger; the messenger host answers the same without the prefix (product.md §3). */
export const messengerPlugin: FastifyPluginAsync<MessengerPluginOptions> = async (app, options) => {
  requireOnEveryRoute(app, "requireVerified");
  const { db, persons, fileUrl, show, messenger, groups, changes, marks, uploads, limits } =
    options;
  const source = { db, persons, fileUrl, show };
  await app.register(mutedRoutes, { db });
  await app.register(messengerRoutes, { ...source, messenger, limits });
  await app.register(groupRoutes, { db, persons, groups, limits });
  await app.register(groupImageRoutes, { groups, uploads, limits });
  await app.register(messageRoutes, { db, show, changes, limits });
  await app.register(searchRoutes, { ...source, limits });
  await app.register(indexMessagesPlugin, { db });
  await app.register(markRoutes, { marks, limits });
};
