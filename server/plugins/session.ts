import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";

export interface SessionMember {
  id: number;
  verified: boolean;
  locale: string;
  /** Identifies the session in the realtime rooms; it is not the token. */
  sessionId: string;
  /** How long the session was still valid when it was looked up, by the clock of the database. */
  liveMs: number;
  /** Whether this use should be stored, because the last stored use was some minutes ago. */
  useIsUnmarked: boolean;
}

/** The reading member, and the language of the names in the answer. */
export interface Reader {
  id: number;
  locale: string;
}

export type FindSession = (token: string) => Promise<SessionMember | null>;

declare module "fastify" {
  interface FastifyRequest {
    sessionMember: SessionMember | null;
    /**
     * Looks the session up again, if some time has passed since it was looked up. @throws {Failure} `unauthenticated`
     */
    confirmSession?: () => Promise<void>;
  }
}

/** The bearer token of an Authorization header, which alone signs a request in (SEC-S4). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{1,128})$/i.exec(authorization ?? "")?.[1];
}

const signedInAt = new WeakMap<FastifyRequest, number>();

/** Finds the member of a request; `find` may return more than the member. @throws {Failure} `unauthenticated` */
export async function signInRequest<Member extends SessionMember>(
  request: FastifyRequest,
  find: (token: string) => Promise<Member | null>,
): Promise<Member> {
  const token = bearerToken(request.headers.authorization);
  const member = token ? await find(token) : null;
  if (!member) throw new Failure("unauthenticated");
  request.sessionMember = member;
  signedInAt.set(request, performance.now());
  return member;
}

/**
 * An answer within this time counts as simultaneous with the request. When a body takes longer to arrive, the session
 * may have ended meanwhile.
 */
const confirmedMs = 500;

interface Options {
  find: FindSession;
  /** The member who held a token a moment ago; the session may have ended since. */
  recall: (token: string) => SessionMember | undefined;
  markUsed: (sessionId: string) => void;
}

/** The security entry of the OpenAPI document for routes that need a token. */
export const bearer = [{ bearer: [] }];

/** Adds one of the two hooks to every route of a plugin. */
export function requireOnEveryRoute(
  app: FastifyInstance,
  hook: "requireSession" | "requireVerified",
): void {
  app.addHook("onRoute", ({ schema }) => {
    if (schema) schema.security = bearer;
  });
  app.addHook("onRequest", app[hook]);
}

/** Adds `requireSession` and `requireVerified`, hooks for routes that need a member. */
export const sessionPlugin = fp<Options>((app, { find, recall, markUsed }) => {
  app.decorateRequest("sessionMember", null);
  app.addHook("onResponse", ({ sessionMember }, _reply, done) => {
    if (sessionMember?.useIsUnmarked) markUsed(sessionMember.sessionId);
    done();
  });

  const requireSession = async (request: FastifyRequest) => {
    const { checksSession } = request.routeOptions.config;
    await signInRequest(
      request,
      checksSession ? async (token) => recall(token) ?? find(token) : find,
    );
  };
  app.decorate("requireSession", requireSession);
  app.decorateRequest("confirmSession", async function (this: FastifyRequest) {
    if (!this.sessionMember) return;
    const isLately = performance.now() - (signedInAt.get(this) ?? 0) < confirmedMs;
    if (!isLately) await signInRequest(this, find);
  });
  app.addHook("preHandler", (request) => request.confirmSession?.());
  // A slow answer is not sent to a member whose session has ended meanwhile (SEC-S6).
  app.addHook("preSerialization", async (request, reply, payload: unknown) => {
    const { endsSession } = request.routeOptions.config;
    if (reply.statusCode < 300 && !endsSession) await request.confirmSession?.();
    return payload;
  });
  // A failure before the statement that checks the session must not be shown to a member whose session has ended
  // meanwhile.
  app.addHook("onRoute", (route) => {
    if (!route.config?.checksSession) return;
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Fastify awaits it
    route.errorHandler = async (error, request) => {
      if (request.sessionMember) await signInRequest(request, find);
      throw error;
    };
  });
  app.decorate("requireVerified", async (request: FastifyRequest) => {
    await requireSession(request);
    if (!memberOf(request).verified) throw new Failure("not_verified");
  });
});

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set by routes that check `sessionId` in their own statement, which saves a query unless their answer takes long. */
    checksSession?: boolean;
    /** Set by routes that may end the session of their own call, which is answered all the same. */
    endsSession?: boolean;
  }
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

/** The member of a request whose route requires one, as a reader of its answer. */
export const readerOf = (request: FastifyRequest): Reader => ({
  id: memberOf(request).id,
  locale: request.locale,
});
