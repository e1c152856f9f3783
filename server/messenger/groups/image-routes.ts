import type { FastifyPluginAsyncZod, ZodTypeProvider } from "fastify-type-provider-zod";
import { pictureBytesMax } from "#lib/files/schema.ts";
import { idParams } from "#lib/http/schema.ts";
import { groupChanged } from "#lib/messenger/contract/group-schema.ts";
import type { Groups } from "#server/messenger/groups/service.ts";
import { readerOf } from "#server/messenger/chats/reader.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { uploadForms } from "#server/uploads/upload-forms.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

export interface GroupImageRoutesOptions {
  groups: Groups;
  uploads: UploadService;
  limits: Limits;
}

/** The image of a group. */
export const groupImageRoutes: FastifyPluginAsyncZod<GroupImageRoutesOptions> = async (
  app,
  { groups, uploads, limits },
) => {
  const path = "/group/image/:id";
  const schema = { tags: ["messenger"], params: idParams, response: { 200: groupChanged } };

  app.delete(path, { schema }, async (request) => {
    const reader = readerOf(request);
    await limits.consume("groupChange", reader.id);
    const data = await groups.removeImage(reader, request.params.id);
    return { message: request.translate("Answers.groupSaved"), data };
  });

  await app.register(async (forms) => {
    await forms.register(uploadForms);
    forms.withTypeProvider<ZodTypeProvider>().post(
      path,
      {
        schema: {
          ...schema,
          description: "A form (multipart/form-data) with one file, `image`.",
          consumes: ["multipart/form-data"],
        },
      },
      async (request) => {
        const reader = readerOf(request);
        const { id } = request.params;
        await groups.requireAdmin(reader.id, id);
        await limits.consume("upload", reader.id);
        const form = { field: "image", bytesMax: pictureBytesMax };
        const data = await uploads.receive(request, form, (upload) =>
          groups.setImage(reader, id, upload),
        );
        return { message: request.translate("Answers.groupSaved"), data };
      },
    );
  });
};
