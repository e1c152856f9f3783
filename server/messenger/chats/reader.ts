import type { FastifyRequest } from "fastify";
import { memberOf } from "#server/plugins/session.ts";

/** The reading member, and their language. */
export interface Reader {
  id: number;
  locale: string;
}

export const readerOf = (request: FastifyRequest): Reader => ({
  id: memberOf(request).id,
  locale: request.locale,
});
