import type { ErrorCode } from "#lib/api/errors.ts";

interface FailureDetails {
  /** Key of the translated message; by default the code's own text in `Errors`. */
  messageKey?: string;
  messageValues?: Record<string, string>;
  /** Field → keys of translated messages. */
  fields?: Record<string, string[]>;
  retryAfterS?: number;
  cause?: unknown;
}

/** An expected failure: the error plugin turns it into the one body of every failure. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly messageKey: string;
  readonly messageValues: Record<string, string> | undefined;
  readonly fields: Record<string, string[]> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.messageKey = details.messageKey ?? `Errors.${code}`;
    this.messageValues = details.messageValues;
    this.fields = details.fields;
    this.retryAfterS = details.retryAfterS;
  }
}

/** Whether a limit refused it. */
export const isTooManyRequests = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === "too_many_requests";

/** Refuses work whose turn would come too late; says when to try again. */
export const turnTooLate = (waitMs: number) =>
  new Failure("unavailable", { retryAfterS: Math.ceil(waitMs / 1000) });

export const notFound = () => new Failure("not_found");

export const invalidField = (field: string, messageKey: string) =>
  new Failure("invalid", { fields: { [field]: [messageKey] } });
