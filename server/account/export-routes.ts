import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { passwordAgain } from "#lib/account/schema.ts";
import { archiveOf } from "#server/account/archive.ts";
import { clientOf } from "#server/auth/client.ts";
import type { AuthService } from "#server/auth/service.ts";
import type { ExportFile, ExportPart } from "#server/infra/export-file.ts";
import { invalidField } from "#server/http/failure.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options {
  /** What every feature has to give, in the order of the archive. */
  parts: ExportPart[];
  limits: Limits;
  auth: Pick<AuthService, "reauthenticate">;
}

/** Registered under /api/:locale/profile/setting: all that Kampus holds of a member, as a ZIP of JSON files (product.md §3). */
export const exportRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { parts, limits, auth },
) => {
  app.post(
    "/export",
    {
      onRequest: app.requireSession,
      config: { lane: "long" },
      schema: {
        tags: ["account"],
        body: passwordAgain,
        response: { 200: { content: { "application/zip": { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { id } = memberOf(request);
      await auth.reauthenticate(id, request.body.password, clientOf(request));
      await limits.consume("export", id);
      const name = `kampus-${new Date().toISOString().slice(0, 10)}.zip`;
      void reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${name}"`);
      return reply.send(archiveOf(filesOf(parts, { id, locale: request.locale })));
    },
  );

  // As pages from before ask for it: they are told what is missing.
  app.get("/export", { onRequest: app.requireSession, schema: { hide: true } }, () => {
    throw invalidField("password", "Site.required");
  });
};

async function* filesOf(
  parts: ExportPart[],
  reader: Parameters<ExportPart>[0],
): AsyncGenerator<ExportFile> {
  for (const part of parts) yield* part(reader);
}
