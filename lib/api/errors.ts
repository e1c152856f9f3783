import * as z from "zod/mini";

/**
 * Every failure that a client can meet: its code in the body and the HTTP status (D-CONTRACT). Its text is `Errors.<code>`
 * of messages/, unless the failure names another key (server/http/failure.ts).
 */
export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  not_verified: 403,
  forbidden: 403,
  /** The login is correct, but the account is suspended. */
  suspended: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  misdirected: 421,
  invalid: 422,
  credentials_invalid: 422,
  /** The code of a confirmation link. Used: its address is confirmed already. Expired: the link is older than a day. */
  link_used: 422,
  link_expired: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The one body of every failure. `errors` names the fields of the request, each with translated messages. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type ErrorBody = z.infer<typeof errorBody>;
