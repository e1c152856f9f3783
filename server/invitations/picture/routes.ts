import type { FastifyPluginAsync } from "fastify";
import { LRUCache } from "lru-cache";
import { drawInvitation } from "#server/invitations/picture/draw-invitation.ts";
import type { InvitationWords } from "#server/invitations/invitation-words.ts";
import type { FindShared } from "#server/invitations/shared-invitations.ts";
import { notFound } from "#server/http/failure.ts";
import { createWorkQueue } from "#server/infra/work-queue.ts";
import type { Limits } from "#server/plugins/limits.ts";

/** About 30 KB each. */
const picturesMax = 200;
/** Visitors may ask for any number of pictures, and drawing them takes the threads that passwords need (SEC-O4). */
const turns = createWorkQueue({ atOnce: 1, usualMs: 300 });
const waitMsMax = 2_000;
/** A picture names its inviter, so it is cached not much longer than the link may be live. */
const caching = "public, max-age=3600";

interface Options {
  findShared: FindShared;
  limits: Limits;
}

/** `/{locale}/i/{code}.png`, beside the page: the preview picture of the shared link. */
export const invitationPictureRoutes: FastifyPluginAsync<Options> = async (
  app,
  { findShared, limits },
) => {
  const pictures = new LRUCache<string, Buffer, InvitationWords>({
    max: picturesMax,
    fetchMethod: (_words, _stale, { context }) => drawInTurn(context),
  });
  app.get<{ Params: { locale: string; file: string } }>(
    "/:locale/i/:file",
    { schema: { hide: true } },
    async (request, reply) => {
      await limits.consume("invitationLookup", request.ip);
      const { locale, file } = request.params;
      const code = /^([\w-]+)\.png$/.exec(file)?.[1];
      const words = code === undefined ? undefined : await findShared(locale, code);
      if (!words) throw notFound();
      const picture = await pictures.forceFetch(JSON.stringify(words), { context: words });
      return reply.type("image/png").header("cache-control", caching).send(picture);
    },
  );
};

/** @throws {Failure} `unavailable` where too many wait. */
async function drawInTurn(words: InvitationWords): Promise<Buffer> {
  const release = turns.hold(waitMsMax);
  try {
    return await turns.run(() => drawInvitation(words));
  } finally {
    release();
  }
}
