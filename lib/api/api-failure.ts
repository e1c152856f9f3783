import { type ErrorBody, errorBody } from "#lib/api/errors.ts";

interface FailureDetails {
  status: number | false;
  code?: string | undefined;
  errors?: ErrorBody["errors"];
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A call that did not succeed. `message` is translated; `status` is false when no answer came (S-FAILURES). */
export class ApiFailure extends Error {
  readonly status: number | false;
  readonly code: string | undefined;
  /** Field of the request → translated messages. */
  readonly errors: ErrorBody["errors"];
  /** The time that the server asks the client to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { status, code, errors, retryAfterMs, cause }: FailureDetails) {
    super(message, { cause });
    this.name = "ApiFailure";
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Whether the server has refused the call (4xx), as it would refuse the same request again. An answer that breaks off, or
 * that a proxy gives in place of the server, says nothing of the kind.
 */
export const isRefusal = (error: Error) =>
  error instanceof ApiFailure &&
  error.status !== false &&
  error.status >= 400 &&
  error.status < 500;

/** Whether there is no such thing, or the member may not know of it. */
export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404;

interface ClientTexts {
  offline: string;
  /** Shown when an answer breaks the contract. */
  unexpected: string;
}

let texts: ClientTexts = { offline: "Network failure", unexpected: "Unexpected answer" };

/** Gives the client the texts of the page's language. */
export function setClientTexts(translated: ClientTexts): void {
  texts = translated;
}

/** The failure of a call to which no answer has arrived. */
export const unanswered = (cause: unknown) =>
  new ApiFailure(texts.offline, { status: false, cause });

const outdatedPage = "outdated_page";

/** The failure of a call that a page does not make, because another page has signed in or out. */
export const outdated = () => new ApiFailure(texts.offline, { status: false, code: outdatedPage });

/** Whether the network or the server is temporarily unreachable, or another answers in its place. */
export const isTransient = (failure: Error | null) =>
  failure instanceof ApiFailure && failure.code !== outdatedPage && !isRefusal(failure);

/** The failure of a call whose answer breaks the contract. */
export const unexpected = (status: number, cause: unknown) =>
  new ApiFailure(texts.unexpected, { status, code: "unexpected_answer", cause });

/** Reads a failed answer: the server's error body, else the status text. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const status = response.status;
  const retryAfterMs = retryAfterOf(response);
  const body = errorBody.safeParse(await response.json().catch(() => null));
  if (body.success)
    return new ApiFailure(body.data.message, { ...body.data, status, retryAfterMs });
  return new ApiFailure(response.statusText || `HTTP ${status}`, { status, retryAfterMs });
}

/** Reads seconds alone, because this server sends no dates. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("Retry-After") ?? Number.NaN);
  return seconds > 0 ? seconds * 1000 : undefined;
}
