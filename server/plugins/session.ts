import type { FastifyInstance, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";

/** Who a request is signed in as. */
export interface SessionMember {
  id: number;
  verified: boolean;
  locale: string;
  /** Names the session in the realtime rooms; not the token. */
  sessionId: string;
  /** How long the session lived on when it was looked up, by the clock of the database. */
  liveMs: number;
  /** Its last use was noted some minutes ago: it is time to note this one. */
  useIsUnmarked: boolean;
}

export type FindSession = (token: string) => Promise<SessionMember | null>;

declare module "fastify" {
  interface FastifyRequest {
    sessionMember: SessionMember | null;
    /** Looks up again who made a request, if some time has passed since that was looked up. @throws {Failure} `unauthenticated` */
    confirmSession?: () => Promise<void>;
  }
}

/** The bearer token of an Authorization header: the only thing that signs a request in (SEC-S4). */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{1,128})$/i.exec(authorization ?? "")?.[1];
}

const signedInAt = new WeakMap<FastifyRequest, number>();

/** Finds out who a request is signed in as; `find` may find more than the member. @throws {Failure} `unauthenticated` */
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

/** By then, whatever came of the request's body came with it. A body that takes longer may outlive its session. */
const confirmedMs = 500;

interface Options {
  find: FindSession;
  /** Who held a token a moment ago; the session may have ended since. */
  recall: (token: string) => SessionMember | undefined;
  markUsed: (sessionId: string) => void;
}

/** What the OpenAPI document says of a route that needs a token. */
export const bearer = [{ bearer: [] }];

/** Puts every route of a plugin behind one of the two hooks. */
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
  // What took long is told to nobody whose session has ended meanwhile (SEC-S6).
  app.addHook("preSerialization", async (request, reply, payload: unknown) => {
    const { endsSession, checksSession } = request.routeOptions.config;
    if (reply.statusCode < 300 && !endsSession && !checksSession) await request.confirmSession?.();
    return payload;
  });
  // A failure before the statement that checks the session must not be told to a member whose session has ended
  // meanwhile.
  app.addHook("onRoute", (route) => {
    if (!route.config?.checksSession) return;
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Fastify waits for it, whatever its type says
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
    /** What the route does looks at `sessionId` itself, in the statement that does it: one question less. */
    checksSession?: boolean;
    /** What the route does may end the session of its call, which is answered all the same. */
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
