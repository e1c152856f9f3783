import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { Failure } from "#server/failure.ts";

/** Who a request is signed in as. */
export interface SessionMember {
  id: number;
  verified: boolean;
  locale: string;
  /** Names the session in the realtime rooms; not the token. */
  sessionId: string;
  expiresAt: Date;
}

export type FindSession = (token: string) => Promise<SessionMember | null>;

declare module "fastify" {
  interface FastifyRequest {
    sessionMember: SessionMember | null;
  }
}

/** The bearer token of an Authorization header: the only thing that signs a request in (product.md §3). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{1,128})$/i.exec(authorization ?? "")?.[1];
}

/** Adds `requireSession` and `requireVerified`, hooks for routes that need a member. */
export const sessionPlugin = fp<{ findSession: FindSession }>((app, { findSession }) => {
  app.decorateRequest("sessionMember", null);

  const requireSession = async (request: FastifyRequest) => {
    const token = bearerToken(request.headers.authorization);
    request.sessionMember = token ? await findSession(token) : null;
    if (!request.sessionMember) throw new Failure("unauthenticated");
  };
  app.decorate("requireSession", requireSession);
  app.decorate("requireVerified", async (request: FastifyRequest) => {
    await requireSession(request);
    if (!memberOf(request).verified) throw new Failure("not_verified");
  });
});

declare module "fastify" {
  interface FastifyInstance {
    requireSession: (request: FastifyRequest) => Promise<void>;
    requireVerified: (request: FastifyRequest) => Promise<void>;
  }
}

/** The member of a request whose route requires one. */
export function memberOf(request: FastifyRequest): SessionMember {
  if (!request.sessionMember) throw new Failure("unauthenticated");
  return request.sessionMember;
}
