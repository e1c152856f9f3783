import type { FastifyPluginAsyncZod, ZodTypeProvider } from "fastify-type-provider-zod";
import { pictureBytesMax } from "#lib/files/schema.ts";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  changeMembersInput,
  changeRoleInput,
  groupChanged,
  groupMemberList,
  groupMembersQuery,
} from "#lib/messenger/contract/group-schema.ts";
import { createGroupInput, renameGroupInput } from "#lib/messenger/contract/group-title-schema.ts";
import type { ChatSource } from "#server/messenger/chats/chats.ts";
import { listGroupMembers } from "#server/messenger/groups/list-group-members.ts";
import type { Groups } from "#server/messenger/groups/service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, readerOf } from "#server/plugins/session.ts";
import { formOptions, uploadForms } from "#server/uploads/upload-forms.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

export interface GroupRoutesOptions extends Pick<ChatSource, "db" | "persons"> {
  groups: Groups;
  uploads: UploadService;
  limits: Limits;
}

/** Groups: their members, titles and images. */
export const groupRoutes: FastifyPluginAsyncZod<GroupRoutesOptions> = async (
  app,
  { groups, uploads, limits, ...source },
) => {
  await app.register(imageRoutes, { groups, uploads, limits });
  const group = { tags: ["messenger"], params: idParams };
  const change = { ...group, response: { 200: groupChanged } };
  const config = { limit: "groupChange" } as const;

  app.post(
    "/group/create/chat/:id",
    { config: { limit: "groupCreation" }, schema: { ...change, body: createGroupInput } },
    async (request) => {
      const chat = await groups.create(readerOf(request), request.params.id, request.body);
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
    { config, schema: { ...change, body: changeMembersInput } },
    async (request) => {
      const data = await groups.changeMembers(readerOf(request), request.params.id, request.body);
      return { message: request.translate("Answers.groupSaved"), data };
    },
  );

  app.post(
    "/group/rename/:id",
    { config, schema: { ...change, body: renameGroupInput } },
    async (request) => {
      const { title } = request.body;
      const data = await groups.rename(readerOf(request), request.params.id, title);
      return { message: request.translate("Answers.groupSaved"), data };
    },
  );

  app.post(
    "/group/role/:id",
    { config, schema: { ...change, body: changeRoleInput } },
    async (request) => {
      const data = await groups.changeRole(readerOf(request), request.params.id, request.body);
      return { message: request.translate("Answers.groupSaved"), data };
    },
  );

  app.post(
    "/group/leave/:id",
    { config, schema: { ...group, response: { 200: messageBody } } },
    async (request) => {
      await groups.leave(memberOf(request).id, request.params.id);
      return { message: request.translate("Answers.groupLeft") };
    },
  );
};

const imageRoutes: FastifyPluginAsyncZod<Omit<GroupRoutesOptions, "db" | "persons">> = async (
  app,
  { groups, uploads, limits },
) => {
  const path = "/group/image/:id";
  const schema = { tags: ["messenger"], params: idParams, response: { 200: groupChanged } };

  app.delete(path, { config: { limit: "groupChange" }, schema }, async (request) => {
    const data = await groups.removeImage(readerOf(request), request.params.id);
    return { message: request.translate("Answers.groupSaved"), data };
  });

  await app.register(async (forms) => {
    await forms.register(uploadForms);
    forms
      .withTypeProvider<ZodTypeProvider>()
      .post(path, formOptions({ files: ["image"] }, "`image`.", schema), async (request) => {
        const reader = readerOf(request);
        const { id } = request.params;
        await groups.requireAdmin(reader.id, id);
        await limits.consume("upload", reader.id);
        const form = { field: "image", bytesMax: pictureBytesMax };
        const data = await uploads.receive(request, form, (upload) =>
          groups.setImage(reader, id, upload),
        );
        return { message: request.translate("Answers.groupSaved"), data };
      });
  });
};
