import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { archiveOf } from "#server/account/archive.ts";
import type { ExportFile, ExportPart } from "#server/export-file.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf } from "#server/plugins/session.ts";

interface Options {
  /** What every feature has to give, in the order of the archive. */
  parts: ExportPart[];
  limits: Limits;
}

/** Registered under /api/:locale/profile/setting: all that Kampus holds of a member, as a ZIP of JSON files (product.md §3). */
export const exportRoutes: FastifyPluginAsyncZod<Options> = async (app, { parts, limits }) => {
  app.get(
    "/export",
    {
      onRequest: app.requireSession,
      // Asking for its head would read all of it.
      exposeHeadRoute: false,
      schema: {
        tags: ["account"],
        response: { 200: { content: { "application/zip": { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { id } = memberOf(request);
      await limits.consume("export", id);
      const name = `kampus-${new Date().toISOString().slice(0, 10)}.zip`;
      void reply
        .type("application/zip")
        .header("content-disposition", `attachment; filename="${name}"`);
      return reply.send(archiveOf(filesOf(parts, { id, locale: request.locale })));
    },
  );
};

async function* filesOf(
  parts: ExportPart[],
  reader: Parameters<ExportPart>[0],
): AsyncGenerator<ExportFile> {
  for (const part of parts) yield* part(reader);
}
