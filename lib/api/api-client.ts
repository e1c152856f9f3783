/** Every call to the server: same origin, bearer token, answers parsed by their schema (D-CONTRACT). */
import type * as z from "zod/mini";
import { failureOf, outdated, unanswered, unexpected } from "#lib/api/api-failure.ts";
import { askWithin } from "#lib/api/ask-within.ts";
import { dropEarlyAnswers, takeEarlyAnswer } from "#lib/api/early-calls.ts";
import { isPageOutdated } from "#lib/api/page-session.ts";
import { clearToken, readToken } from "#lib/browser/cookies.ts";
import { type Query, withQuery } from "#lib/http/with-query.ts";

export { ApiFailure } from "#lib/api/api-failure.ts";

/** Carries a request as `fetch` does. */
export type Send = (path: string, request: RequestInit) => Promise<Response>;

interface CallOptions {
  /** Added to the path; empty values are left out. */
  query?: Query;
  signal?: AbortSignal | undefined;
  /** How long the call may take; what `send` carries takes as long as the network needs. */
  timeoutMs?: number;
  /** A write goes on when the page is left, as one without a signal does. */
  outlivesPage?: boolean;
  /** Replaces `fetch`, which reports no upload progress (lib/api/upload-transport.ts). */
  send?: Send | undefined;
  /**
   * Sends and stores the device mark, by which the server recognises this browser: a cookie that no script can read.
   */
  asDevice?: boolean;
}

/** How long a call may take by default: connections may hang without an end, and others wait for some calls. */
const answerTimeoutMs = 30_000;

/**
 * `path` is of the same origin; one that has a query of its own takes no `query`. A `FormData` body goes as it is, any other
 * as JSON; files need a `send` that carries them.
 */
export const api = {
  get: <S extends z.ZodMiniType>(path: string, schema: S, options?: CallOptions) =>
    call("GET", path, schema, undefined, options),
  post: <S extends z.ZodMiniType>(path: string, schema: S, body?: unknown, options?: CallOptions) =>
    call("POST", path, schema, body, options),
  put: <S extends z.ZodMiniType>(path: string, schema: S, body?: unknown, options?: CallOptions) =>
    call("PUT", path, schema, body, options),
  delete: <S extends z.ZodMiniType>(
    path: string,
    schema: S,
    body?: unknown,
    options?: CallOptions,
  ) => call("DELETE", path, schema, body, options),
  /** The content of an answer that is a file. Fails as the other calls do. */
  file: (path: string) =>
    askWithin(answerTimeoutMs, undefined, async (signal) =>
      (await answerOf("GET", path, undefined, { signal })).blob(),
    ),
  /** Returns the response itself, for answers that are not JSON and may take long. Fails as the other calls do. */
  open: (path: string, body: unknown, options?: CallOptions) =>
    answerOf("POST", path, body, options),
};

async function call<S extends z.ZodMiniType>(
  method: string,
  path: string,
  schema: S,
  body: unknown,
  options: CallOptions = {},
): Promise<z.output<S>> {
  const ask = async (asked: CallOptions) =>
    parsed(await answerOf(method, path, body, asked), schema);
  // Files take as long as the network needs, and what sends them ends it when it is silent.
  if (options.send) return ask(options);
  const { signal, timeoutMs = answerTimeoutMs, outlivesPage = !signal } = options;
  return askWithin(timeoutMs, signal, (limited) =>
    ask({ ...options, signal: limited, outlivesPage }),
  );
}

async function answerOf(
  method: string,
  barePath: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Response> {
  if (isPageOutdated()) throw outdated();
  const path = withQuery(barePath, options.query ?? {});
  const token = readToken();
  const { send = fetch } = options;
  const content = bodyOf(body);
  // Writes go on when the page is left; a read, and a write that its caller can abort, ends with the page.
  const canBeAborted = options.signal !== undefined && !options.outlivesPage;
  const endsWithPage = method === "GET" || options.send !== undefined || canBeAborted;
  const outliving = endsWithPage ? null : outliveThePage(content);
  const ask = () =>
    send(path, {
      method,
      headers: headersOf(token, body),
      body: content,
      // Cookies sign nobody in, so none is sent but the device mark.
      credentials: options.asDevice ? "same-origin" : "omit",
      signal: options.signal ?? null,
      keepalive: outliving !== null,
    });
  if (method !== "GET") dropEarlyAnswers();
  const response = await (takeEarlyAnswer(path, token)?.catch(ask) ?? ask())
    .catch((cause: unknown) => {
      if (options.signal?.aborted) throw cause;
      throw unanswered(cause);
    })
    .finally(() => outliving?.end());
  if (!response.ok) {
    // Another tab may have signed in again meanwhile, so only the refused token is removed.
    if (response.status === 401 && token !== null && token === readToken()) clearToken();
    throw await failureOf(response);
  }
  return response;
}

/** Browsers limit the bytes of all requests that outlive their page, and fail those beyond; tabs share the limit. */
const outlivingBytesMax = 32 * 1024;
let outlivingBytes = 0;

/**
 * Whether a write may go on when the page is left, which otherwise aborts it: moving between surfaces loads a new page.
 * Null where it is too large for that.
 */
function outliveThePage(content: BodyInit | null): { end: () => void } | null {
  if (content !== null && typeof content !== "string") return null;
  const sizeBytes = new Blob([content ?? ""]).size;
  if (outlivingBytes + sizeBytes > outlivingBytesMax) return null;
  outlivingBytes += sizeBytes;
  return { end: () => (outlivingBytes -= sizeBytes) };
}

async function parsed<S extends z.ZodMiniType>(
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw unexpected(response.status, cause);
  }
}

function headersOf(token: string | null, body: unknown): Headers {
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": document.documentElement.lang,
  });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined && !(body instanceof FormData))
    headers.set("Content-Type", "application/json");
  return headers;
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return body instanceof FormData ? body : JSON.stringify(body);
}
