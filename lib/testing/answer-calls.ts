/** The network of a test: the API client is real, and the test answers each request that leaves it. */
import { vi } from "vitest";
import { type ErrorCode, errorStatus } from "#lib/api/errors.ts";

interface Answered {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

type Answer = Answered | Response;

/** What the server answers to a call like "GET /profile/blocks" below /api/ru; a rejection is an unreachable server. */
export type AnswerCall = (call: string, body?: unknown) => Answer | Promise<Answer>;

/** A request as it was given to `fetch`. */
export interface SentRequest extends RequestInit {
  call: string;
}

/** Returns the requests that have left so far, oldest first. */
export function answerCalls(answer: AnswerCall): SentRequest[] {
  const requests: SentRequest[] = [];
  vi.stubGlobal("fetch", async (path: string, request: RequestInit = {}) => {
    const { method = "GET", body } = request;
    const call = `${method} ${path.replace("/api/ru/", "/")}`;
    requests.push({ ...request, call });
    const answered = await (body ? answer(call, contentOf(body)) : answer(call));
    if (answered instanceof Response) return answered;
    return Response.json(answered.body, answered);
  });
  return requests;
}

function contentOf(body: BodyInit): unknown {
  return typeof body === "string" ? JSON.parse(body) : body;
}

/** An answer that refuses, in the body that every failure has. `errors` names the fields of the request. */
export function refusal(
  code: ErrorCode,
  message: string,
  errors?: Record<string, string[]>,
): Answered {
  return { status: errorStatus[code], body: { message, code, errors } };
}

/** The error with which `fetch` rejects where there is no network. */
export const noNetwork = new TypeError("Failed to fetch");
