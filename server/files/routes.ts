import type { Readable } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { hostnameOf } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";
import type { AddressSigning } from "#server/http/address-signing.ts";
import { notFound } from "#server/http/failure.ts";
import { namesEtag } from "#server/http/request-headers.ts";
import { byteRangeOf } from "#server/files/byte-range.ts";
import { createOpenStreams } from "#server/files/open-streams.ts";
import {
  disposition,
  etagOf,
  type FindGivenFile,
  findStoredFile,
  type StoredFile,
} from "#server/files/stored-file.ts";
import { answerFailure } from "#server/plugins/errors.ts";
import { filePolicy } from "#server/http/security-headers.ts";
import { type Storage, storeUnavailable } from "#server/storage/storage.ts";

interface Options {
  storage: Storage;
  findGivenFile: FindGivenFile;
  /** Reads from the query of a signed address which member it was made for. */
  signing: Pick<AddressSigning, "readerOf">;
  /** Where `mediaUrl` is set, files are served there and not on our hosts. */
  env: Pick<Env, "mediaUrl" | "rateLimitScale">;
}

const query = z.object({
  download: z.unknown().optional(),
  reader: z.unknown().optional(),
  epoch: z.unknown().optional(),
  expires: z.unknown().optional(),
  signature: z.unknown().optional(),
});

/**
 * Uploaded files, for everybody who knows their address; those of messages for the member for whom it is signed, as
 * long as they may read them (SEC-U3). They are untrusted content: on any host, never a page.
 */
export const filesRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
  const { storage, findGivenFile, signing } = options;
  const { mediaUrl, rateLimitScale } = options.env;
  const openStreams = createOpenStreams(rateLimitScale);
  const mediaHost = mediaUrl && new URL(mediaUrl).hostname;

  /** The errors that a store reported when it could not continue. */
  const storeErrors = new WeakSet<Error>();

  // Once the store fails midway, the headers of the file must not stay on the failure.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    for (const header of fileHeaders) void reply.removeHeader(header);
    void reply.header("cache-control", "no-store");
    answerFailure(storeErrors.has(error) ? storeUnavailable(error) : error, request, reply);
  });

  app.route({
    method: ["GET", "HEAD"],
    url: "/files/*",
    // Pages of ours and the files may be of two sites (MEDIA_URL).
    config: { lane: "streamed", crossSite: "answered" },
    schema: { hide: true, querystring: query, params: z.object({ "*": z.string() }) },
    async handler(request, reply) {
      if (mediaHost && hostnameOf(request.headers.host) !== mediaHost) throw notFound();
      const { "*": path } = request.params;
      const reader = signing.readerOf(path, request.query);
      const file = await findStoredFile(path, reader, findGivenFile);
      if (!file) throw notFound();
      // A browser sends no token with the address of a picture or a video, but a signed address names its reader.
      const memberId = request.sessionMember?.id ?? (file.until === null ? undefined : reader?.id);
      openStreams.add({ memberId, request, reply });
      const isDownload = request.query.download !== undefined;
      return send(file, storage, request, reply, (body) => {
        body.once("error", (error) => storeErrors.add(error));
        void reply
          .headers(headersOf(mediaHost, file))
          .type(file.mime === "text/plain" ? "text/plain; charset=utf-8" : file.mime)
          .header("content-disposition", disposition(file, isDownload))
          .header("etag", etagOf(file));
      });
    },
  });
};

const fileHeaders = ["accept-ranges", "content-disposition", "content-range", "etag"];

const headersOf = (mediaHost: string | undefined, { until }: StoredFile) => ({
  "cache-control":
    until === null
      ? "public, max-age=31536000, immutable"
      : `private, max-age=${Math.floor((until - Date.now()) / 1000)}, immutable`,
  "content-security-policy": filePolicy,
  "cross-origin-resource-policy": mediaHost ? "cross-origin" : "same-site",
});

/** `describe` sets the headers of the file; it is called only once the file is there. */
async function send(
  file: StoredFile,
  storage: Storage,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  describe: (body: Readable) => void,
): Promise<FastifyReply> {
  const etag = etagOf(file);
  const isCached = namesEtag(headers["if-none-match"], etag);
  const mayBePart = headers["if-range"] === undefined || headers["if-range"] === etag;
  // HEAD has no ranges (RFC 9110 §14.2).
  const range =
    file.bytes === null || method !== "GET" || !mayBePart
      ? null
      : byteRangeOf(headers.range, file.bytes);
  if (file.bytes !== null) void reply.header("accept-ranges", "bytes");
  if (range === "unsatisfiable" && !isCached)
    return reply
      .status(416)
      .header("content-range", `bytes */${String(file.bytes)}`)
      .send();

  const part = range === "unsatisfiable" ? null : range;
  const found = await storage.read(file.key, part ?? undefined);
  if (!found) throw notFound();
  describe(found.body);
  if (isCached) {
    found.body.destroy();
    return reply.status(304).send();
  }
  const { start, end } = part ?? { start: 0, end: found.bytes - 1 };
  void reply.header("content-length", end - start + 1);
  if (part) void reply.status(206).header("content-range", `bytes ${start}-${end}/${found.bytes}`);
  if (method !== "HEAD") return reply.send(found.body);
  found.body.destroy();
  return reply.send();
}
