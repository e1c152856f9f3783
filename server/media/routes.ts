import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  mediaChoice,
  mediaList,
  mediaFilter,
  mediaUploaded,
  ownMediaList,
} from "#lib/media/schema.ts";
import { memberExists } from "#server/auth/person.ts";
import { notFound } from "#server/http/failure.ts";
import { listMedia, usedBytes } from "#server/media/repository.ts";
import { createMedia, type MediaOptions } from "#server/media/service.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { formOptions, uploadForms } from "#server/uploads/upload-forms.ts";

const tags = ["media"];
const files = ["file", "thumb"] as const;
const filesText = "`file`; beside a video a frame of it, `thumb`.";

/** Registered under /api/:locale: files that members show in their profiles. */
export const mediaRoutes: FastifyPluginAsyncZod<MediaOptions> = async (app, options) => {
  requireOnEveryRoute(app, "requireVerified");
  const { db, fileUrl, env } = options;
  const media = createMedia(options);

  app.get(
    "/profile/media/list",
    { schema: { tags, querystring: mediaFilter, response: { 200: ownMediaList } } },
    async (request) => {
      const { id } = memberOf(request);
      const own = { userId: id, readerId: id };
      const { data, meta } = await listMedia(db, fileUrl, own, request.query.cursor);
      const used_bytes = await usedBytes(db, id);
      return { data, meta: { ...meta, used_bytes, quota_bytes: env.mediaQuotaBytes } };
    },
  );

  app.post(
    "/profile/media/delete",
    { schema: { tags, body: mediaChoice, response: { 200: messageBody } } },
    async (request) => {
      await media.delete(memberOf(request).id, request.body.id);
      return { message: request.translate("Answers.mediaDeleted") };
    },
  );

  app.get(
    "/user/:id/profile/media",
    { schema: { tags, params: idParams, querystring: mediaFilter, response: { 200: mediaList } } },
    async (request) => {
      const { id: userId } = request.params;
      const readerId = memberOf(request).id;
      if (!(await memberExists(db, readerId, userId))) throw notFound();
      return listMedia(db, fileUrl, { userId, readerId }, request.query.cursor);
    },
  );

  await app.register(async (forms) => {
    await forms.register(uploadForms);
    forms.post(
      "/profile/media/upload",
      formOptions({ files, limit: "upload" }, filesText, {
        tags,
        response: { 201: mediaUploaded },
      }),
      async (request, reply) => {
        const { id: userId } = memberOf(request);
        const received = await media.receive(request, { userId, inProfile: true });
        const message = request.translate("Answers.mediaUploaded");
        return reply.status(201).send({ message, ...received });
      },
    );
  });
};

/** Registered under /messenger: files for messages, which are not in the profile. */
export const attachmentRoutes: FastifyPluginAsyncZod<MediaOptions> = async (app, options) => {
  requireOnEveryRoute(app, "requireVerified");
  const media = createMedia(options);
  await app.register(uploadForms);
  app.post(
    "/media/upload",
    formOptions(
      { files, limit: "attachment" },
      `${filesText} What is in no message a day later is deleted.`,
      {
        tags: ["messenger"],
        response: { 201: mediaUploaded },
      },
    ),
    async (request, reply) => {
      const { id: userId } = memberOf(request);
      const received = await media.receive(request, { userId, inProfile: false });
      const message = request.translate("Answers.mediaUploaded");
      return reply.status(201).send({ message, ...received });
    },
  );
};
