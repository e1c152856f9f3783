import type { FastifyRequest } from "fastify";
import { memberOf } from "#server/plugins/session.ts";

/** Who reads, and in which language. */
export interface Reader {
  id: number;
  locale: string;
}

export const readerOf = (request: FastifyRequest): Reader => ({
  id: memberOf(request).id,
  locale: request.locale,
});
