import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { type ErrorBody, type ErrorCode, errorStatus } from "#lib/api/errors.ts";
import { isDatabaseAway, isGivenUp, isUnstorable } from "#server/db/database.ts";
import { Failure, notFound } from "#server/http/failure.ts";
import { translatorOf } from "#server/plugins/locale.ts";
import { noteSecurityEvent } from "#server/plugins/security-trail.ts";
import type { SessionMember } from "#server/plugins/session.ts";
import { isRedisAway } from "#server/infra/redis.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Why it is refused; null before that. */
    failure: Failure | null;
  }
}

const retryWhenAwayS = 5;
/** The other transaction is over by then. */
const retryGivenUpS = 1;

/** Turns every error into the usual body (D-CONTRACT); unexpected ones are logged and leave as an opaque 500. */
export const errorsPlugin = fp((app) => {
  app.decorateRequest("failure", null);
  app.setNotFoundHandler((request, reply) => {
    send(notFound(), request, reply);
  });
  // An unknown route has no body that could be wrong, so it is answered before one is read.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    done(request.is404 ? notFound() : null);
  });
  app.setErrorHandler(answerFailure);
});

export function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure = failureOf(error);
  request.failure = failure;
  const line = { reqId: request.id, err: error };
  if (failure.code === "internal") request.log.error(line, "unexpected error");
  // A deadlock is a fault of ours, which must not stay hidden because a second try succeeds.
  else if (isGivenUp(failure.cause)) request.log.error(line, "transaction given up");
  else if (failure.code === "unavailable") request.log.warn(line, "dependency away");
  noteRefusal(failure, request);
  send(failure, request, reply);
}

/**
 * Logs refusals in the security trail: a request without a token is no security event, but an ended session and a
 * forbidden action are.
 */
function noteRefusal({ code }: Failure, { log, id, ip, sessionMember, headers }: FastifyRequest) {
  const refused =
    code === "forbidden" ||
    code === "suspended" ||
    code === "not_verified" ||
    (code === "unauthenticated" && headers.authorization !== undefined);
  if (!refused) return;
  const account = (sessionMember as SessionMember | null | undefined)?.id ?? null; // undefined before any route is reached
  noteSecurityEvent(log, "access_refused", { account, ip, reason: code, reqId: id });
}

function send(failure: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const translate = translatorOf(request);
  const body: ErrorBody = {
    message: translate(failure.messageKey, failure.messageValues),
    code: failure.code,
  };
  if (failure.fields)
    body.errors = Object.fromEntries(
      Object.entries(failure.fields).map(([field, keys]) => [
        field,
        keys.map((key) => translate(key)),
      ]),
    );
  if (failure.retryAfterS !== undefined)
    reply.header("retry-after", String(Math.ceil(failure.retryAfterS)));
  // Clients such as the one of Java throw a 401 without it away (RFC 9110 §15.5.2).
  if (failure.code === "unauthenticated") void reply.header("www-authenticate", "Bearer");
  // A client reads the answer once it has sent its body, so the connection outlasts that; Node discards the rest.
  if (!request.raw.complete) void reply.removeHeader("connection");
  // The route's response schemas describe its successes: the error body has its own shape.
  void reply
    .status(errorStatus[failure.code])
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

function failureOf(error: FastifyError): Failure {
  if (error instanceof Failure) return error;
  if (hasZodFastifySchemaValidationErrors(error))
    return validationFailure(error.validation, error.validationContext);
  const { statusCode = 500 } = error;
  // Asked before the dependencies, because a client that hangs up while it sends fails with ECONNRESET, too.
  if (statusCode < 500)
    return new Failure(codeByStatus.get(statusCode) ?? "malformed", { cause: error });
  if (isDatabaseAway(error) || isRedisAway(error))
    return new Failure("unavailable", { retryAfterS: retryWhenAwayS, cause: error });
  if (isGivenUp(error))
    return new Failure("unavailable", { retryAfterS: retryGivenUpS, cause: error });
  if (isUnstorable(error)) return new Failure("invalid", { cause: error });
  return new Failure(codeByStatus.get(statusCode) ?? "internal", { cause: error });
}

/** Statuses of Fastify's own refusals: unreadable JSON, too large a body, an unknown media type. */
const codeByStatus = new Map<number, ErrorCode>([
  [400, "malformed"],
  [404, "not_found"],
  [413, "too_large"],
  [414, "malformed"],
  [415, "unsupported_type"],
  [503, "unavailable"],
]);

interface SchemaIssue {
  instancePath: string;
  message?: string | undefined;
}

function validationFailure(issues: SchemaIssue[], context: string | undefined): Failure {
  // A thing that a malformed parameter of the path names (an id, a class key) cannot exist, so the answer is not_found.
  if (context === "params") return notFound();
  const fields: Record<string, string[]> = {};
  for (const { instancePath, message } of issues) {
    const field = instancePath.split("/")[1];
    if (!field) return new Failure("malformed");
    const keys = (fields[field] ??= []);
    const key = messageKeyOf(message);
    // A field gets each message once, and a missing field gets only that message: zod also counts the items of a list
    // that should be a text.
    if (!keys.includes(key) && !keys.includes("Site.required")) keys.push(key);
  }
  return new Failure("invalid", { fields });
}

/** Schemas of Kampus give message keys; zod's own messages have none. */
const messageKeyOf = (message = "") => (/^[A-Z]\w*\.\w+$/.test(message) ? message : "Site.invalid");
