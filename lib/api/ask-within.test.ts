import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { api } from "#lib/api/api-client.ts";
import type { ApiFailure } from "#lib/api/api-failure.ts";
import { askWithin } from "#lib/api/ask-within.ts";

const answer = z.object({ data: z.number() });

const hanging = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
const cutOff = (signal: AbortSignal | null | undefined) =>
  Object.assign(Response.json({}), { json: () => hanging(signal) });

/** The failure of a call with five seconds to be answered. */
function failing(signal: AbortSignal): Promise<ApiFailure> {
  const call = askWithin(5000, signal, (limited) => api.get("/api/x", answer, { signal: limited }));
  return call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (failure: unknown) => failure as ApiFailure,
  );
}

describe("a call with a time limit", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["no answer", ({ signal }: RequestInit) => hanging(signal)],
    ["half an answer", ({ signal }: RequestInit) => cutOff(signal)],
    ["nothing, not even an end of the request,", () => hanging(null)],
  ])("fails as without a network when %s has arrived by then", async (_, hang) => {
    vi.stubGlobal("fetch", async (_path: string, request: RequestInit) => hang(request));
    const failure = failing(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await failure).toMatchObject({ name: "ApiFailure", status: false });
  });

  it("rejects with an AbortError when the caller aborts it before", async () => {
    const controller = new AbortController();
    vi.stubGlobal("fetch", (_path: string, request: RequestInit) => hanging(request.signal));
    const failure = failing(controller.signal);
    controller.abort();
    expect((await failure).name).toBe("AbortError");
  });
});
