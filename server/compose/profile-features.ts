import type { FastifyPluginAsync } from "fastify";
import { educationRoutes } from "#server/education/routes.ts";
import type { Env } from "#server/env.ts";
import type { FileUrl } from "#server/http/file-url.ts";
import { imagesRoutes } from "#server/images/routes.ts";
import { jobRoutes } from "#server/jobs/routes.ts";
import { mediaRoutes } from "#server/media/routes.ts";
import { paramsRoutes } from "#server/params/routes.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { type PrivacyOptions, privacyRoutes } from "#server/privacy/routes.ts";
import { profileRoutes, type ProfileRoutesOptions } from "#server/profile/routes.ts";
import type { Storage } from "#server/storage/storage.ts";
import type { UploadService } from "#server/uploads/uploads.ts";

interface Options extends ProfileRoutesOptions, PrivacyOptions {
  env: Env;
  storage: Storage;
  uploads: UploadService;
  fileUrl: FileUrl;
  limits: Limits;
}

/** Registered under /api/:locale: composes what a profile is made of. */
export const profileFeatures: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, persons, statusOf, tiesOf, env, storage, uploads, fileUrl, limits, aroundLastSeen } =
    options;
  await app.register(profileRoutes, { db, persons, statusOf, tiesOf });
  await app.register(privacyRoutes, { prefix: "/profile/setting", db, aroundLastSeen });
  await app.register(paramsRoutes, { prefix: "/profile/setting/params", db });
  await app.register(educationRoutes, { db });
  await app.register(jobRoutes, { db });
  const files = { db, storage, uploads, fileUrl, limits };
  await app.register(imagesRoutes, files);
  await app.register(mediaRoutes, { ...files, quotaBytes: env.mediaQuotaBytes });
};
