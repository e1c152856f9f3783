import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";

/**
 * Whether a page of another site made the browser send this request. That page cannot read the answer, but the request
 * counts against the limits of the browser's network, which a whole campus may share (SEC-A9). True for a posted form, a
 * frame and a picture; false for a link that a person opens, and for programs, which send no Sec-Fetch-Site.
 */
export function isOfForeignPage({
  headers,
  method,
}: Pick<IncomingMessage, "headers" | "method">): boolean {
  const isOpened =
    (method === "GET" || method === "HEAD") &&
    headers["sec-fetch-mode"] === "navigate" &&
    (headers["sec-fetch-dest"] ?? "document") === "document";
  return headers["sec-fetch-site"] === "cross-site" && !isOpened;
}

/**
 * Refuses to foreign pages every route that does not say `crossSite: "answered"`, before anything is counted, looked up
 * or read of the body. @throws {Failure} `forbidden`
 */
export const crossSitePlugin = fp((app) => {
  app.addHook("onRequest", ({ raw, routeOptions }: FastifyRequest, _reply, done) => {
    const isRefused = routeOptions.config.crossSite !== "answered" && isOfForeignPage(raw);
    done(isRefused ? new Failure("forbidden") : undefined);
  });
});

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route also answers what pages of other sites make browsers send; it must count and write nothing. */
    crossSite?: "answered";
  }
}
