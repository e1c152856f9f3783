import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { mediaUploaded } from "#lib/media/schema.ts";
import { createMedia, type MediaOptions } from "#server/media/service.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { uploadForms } from "#server/uploads/upload-forms.ts";

interface Options extends MediaOptions {
  limits: Limits;
}

/** Registered under /messenger: files that are given for messages, and are not in the profile (product.md §3). */
export const attachmentRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { limits, ...options },
) => {
  requireOnEveryRoute(app, "requireVerified");
  const media = createMedia({
    ...options,
    log: app.log,
    sweepFilesSoon: () => {
      app.sweepFilesSoon();
    },
  });
  await app.register(uploadForms);
  app.post(
    "/media/upload",
    {
      schema: {
        tags: ["messenger"],
        description:
          "A form (multipart/form-data) with one file, `file`; beside a video a frame of it, `thumb`. What is in no message a day later is deleted.",
        consumes: ["multipart/form-data"],
        response: { 201: mediaUploaded },
      },
    },
    async (request, reply) => {
      const { id: userId } = memberOf(request);
      await limits.consume("attachment", userId);
      const received = await media.receive(request, { userId, inProfile: false });
      const message = request.translate("Answers.mediaUploaded");
      return reply.status(201).send({ message, ...received });
    },
  );
};
