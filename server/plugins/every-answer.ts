import fp from "fastify-plugin";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { networkOf } from "#server/http/client-network.ts";
import { chooseEncoding } from "#server/http/encodings.ts";
import { completePolicy, dataPolicy, documentHeaders } from "#server/http/security-headers.ts";

/**
 * Logs one line for every answer. It names the route, never the address itself, which may hold a secret (SEC-Q2), and of a
 * call that limits refused the network, so that a flood can be traced.
 */
export const requestLogPlugin = fp((app) => {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        member: request.sessionMember?.id,
        network: reply.statusCode === 429 ? networkOf(request.ip) : undefined,
      },
      "answered",
    );
    done();
  });
});

/**
 * Adds the headers of API answers to those of all answers (server/http/dispatch.ts): the request id, and a ban on
 * caching and on guessing the type. No page is sent without a policy and the headers of documents (SEC-X1).
 */
export const headersPlugin = fp((app) => {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    void reply.header("x-content-type-options", "nosniff");
    void reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (String(reply.getHeader("content-type")).startsWith("text/html")) {
      const given = reply.getHeader("content-security-policy");
      const policy = given === undefined ? dataPolicy : completePolicy(String(given));
      void reply.headers({ ...documentHeaders, "content-security-policy": policy });
    }
    done(null, payload);
  });
});

/** A shorter text fits into a packet or two as it is. */
const compressedLengthMin = 1_024;
const fastBrotli = { [constants.BROTLI_PARAM_QUALITY]: 1 };
const compressors = new Map([
  ["br", (text: string) => brotliCompressSync(text, { params: fastBrotli })],
  ["gzip", (text: string) => gzipSync(text, { level: constants.Z_BEST_SPEED })],
] as const);

/**
 * Compresses texts for slow networks: the first messages of a chat are a sixth then. It is done in the loop, 10 µs per
 * KB, because passwords need the threads of the pool. Nobody can guess a secret by the size of an answer: only our own
 * pages can ask with a member's token, which no browser sends by itself.
 */
export const compressionPlugin = fp((app) => {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" || payload.length < compressedLengthMin) {
      done(null, payload);
      return;
    }
    const varying = [reply.getHeader("vary"), "accept-encoding"].filter(Boolean).join(", ");
    void reply.header("vary", varying);
    const encoding = chooseEncoding(request.headers["accept-encoding"], compressors);
    const compress = encoding === "identity" ? undefined : compressors.get(encoding);
    if (compress) void reply.header("content-encoding", encoding);
    done(null, compress ? compress(payload) : payload);
  });
});
