import type { FastifyRequest } from "fastify";
import { Failure } from "#server/http/failure.ts";

/**
 * Refuses what a page of somebody else makes a browser send. It could not read the answer anyway, but would use up what the
 * network of that browser may ask for without signing in (SEC-A9). Programs send no such header. @throws {Failure}
 * `forbidden`
 */
export const refuseCrossSite = async ({
  headers,
}: Pick<FastifyRequest, "headers">): Promise<void> => {
  if (headers["sec-fetch-site"] === "cross-site") throw new Failure("forbidden");
};
