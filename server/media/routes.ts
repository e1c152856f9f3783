import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams, messageBody } from "#lib/http/schema.ts";
import {
  mediaChoice,
  mediaList,
  mediaQuery,
  mediaUploaded,
  ownMediaList,
} from "#lib/media/schema.ts";
import { memberExists } from "#server/auth/person.ts";
import { notFound } from "#server/http/failure.ts";
import { listMedia, usedBytes } from "#server/media/repository.ts";
import { createMedia, type MediaOptions } from "#server/media/service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { uploadForms } from "#server/uploads/upload-forms.ts";

interface Options extends MediaOptions {
  limits: Limits;
}

const tags = ["media"];
/** Registered under /api/:locale: files that members keep and show (product.md §3, Media). */
export const mediaRoutes: FastifyPluginAsyncZod<Options> = async (app, { limits, ...options }) => {
  requireOnEveryRoute(app, "requireVerified");
  const { db, fileUrl, quotaBytes } = options;
  const media = createMedia({
    ...options,
    log: app.log,
    sweepFilesSoon: () => {
      app.sweepFilesSoon();
    },
  });

  app.get(
    "/profile/media/list",
    { schema: { tags, querystring: mediaQuery, response: { 200: ownMediaList } } },
    async (request) => {
      const { id } = memberOf(request);
      const own = { userId: id, viewerId: id };
      const { data, meta } = await listMedia(db, fileUrl, own, request.query.cursor);
      const used_bytes = await usedBytes(db, id);
      return { data, meta: { ...meta, used_bytes, quota_bytes: quotaBytes } };
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
    { schema: { tags, params: idParams, querystring: mediaQuery, response: { 200: mediaList } } },
    async (request) => {
      const { id: userId } = request.params;
      const viewerId = memberOf(request).id;
      if (!(await memberExists(db, viewerId, userId))) throw notFound();
      return listMedia(db, fileUrl, { userId, viewerId }, request.query.cursor);
    },
  );

  await app.register(async (forms) => {
    await forms.register(uploadForms);
    forms.post(
      "/profile/media/upload",
      {
        schema: {
          tags,
          description:
            "A form (multipart/form-data) with one file, `file`; beside a video a frame of it, `thumb`.",
          consumes: ["multipart/form-data"],
          response: { 201: mediaUploaded },
        },
      },
      async (request, reply) => {
        const { id: userId } = memberOf(request);
        await limits.consume("upload", userId);
        const received = await media.receive(request, { userId, inProfile: true });
        const message = request.translate("Answers.mediaUploaded");
        return reply.status(201).send({ message, ...received });
      },
    );
  });
};
