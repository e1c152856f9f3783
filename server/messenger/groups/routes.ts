import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  changeMembersInput,
  changeRoleInput,
  createGroupInput,
  groupChanged,
  groupMemberList,
  groupMembersQuery,
  renameGroupInput,
} from "#lib/messenger/contract/group-schema.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import { listGroupMembers } from "#server/messenger/groups/list-group-members.ts";
import type { Groups } from "#server/messenger/groups/service.ts";
import { readerOf } from "#server/messenger/chats/reader.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

export interface GroupRoutesOptions extends Pick<ChatSource, "db" | "persons"> {
  groups: Groups;
  limits: Limits;
}

/** Groups: who is in them, and what they are called. */
export const groupRoutes: FastifyPluginAsyncZod<GroupRoutesOptions> = async (
  app,
  { groups, limits, ...source },
) => {
  const group = { tags: ["messenger"], params: idParams };
  const change = { ...group, response: { 200: groupChanged } };

  app.post(
    "/group/create/chat/:id",
    { schema: { ...change, body: createGroupInput } },
    async (request) => {
      const reader = readerOf(request);
      await limits.consume("groupCreation", reader.id);
      const chat = await groups.create(reader, request.params.id, request.body);
      return { message: request.translate("Answers.groupCreated"), data: chat };
    },
  );

  app.get(
    "/group/members/:id",
    { schema: { ...group, querystring: groupMembersQuery, response: { 200: groupMemberList } } },
    (request) => listGroupMembers(source, readerOf(request), request.params.id, request.query),
  );

  app.post(
    "/group/members/:id",
    { schema: { ...change, body: changeMembersInput } },
    async (request) => {
      const reader = readerOf(request);
      await limits.consume("groupChange", reader.id);
      const data = await groups.changeMembers(reader, request.params.id, request.body);
      return { message: request.translate("Answers.groupSaved"), data };
    },
  );

  app.post(
    "/group/rename/:id",
    { schema: { ...change, body: renameGroupInput } },
    async (request) => {
      const reader = readerOf(request);
      await limits.consume("groupChange", reader.id);
      const data = await groups.rename(reader, request.params.id, request.body.title);
      return { message: request.translate("Answers.groupSaved"), data };
    },
  );

  app.post("/group/role/:id", { schema: { ...change, body: changeRoleInput } }, async (request) => {
    const reader = readerOf(request);
    await limits.consume("groupChange", reader.id);
    const data = await groups.changeRole(reader, request.params.id, request.body);
    return { message: request.translate("Answers.groupSaved"), data };
  });

  app.post(
    "/group/leave/:id",
    { schema: { ...group, response: { 200: messageBody } } },
    async (request) => {
      const { id } = memberOf(request);
      await limits.consume("groupChange", id);
      await groups.leave(id, request.params.id);
      return { message: request.translate("Answers.groupLeft") };
    },
  );
};
