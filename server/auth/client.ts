import type { FastifyRequest } from "fastify";
import { addressOf } from "#server/network-of.ts";

/** Where a request comes from, as a session remembers it and limits count it. */
export interface Client {
  ip: string;
  userAgent: string;
}

export const clientOf = (request: FastifyRequest): Client => ({
  ip: addressOf(request.ip),
  userAgent: request.headers["user-agent"] ?? "",
});
