// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { api } from "#lib/api/api-client.ts";
import { earlyCallsGlobal } from "#lib/api/early-calls.ts";

const answer = z.object({ data: z.string() });
const json = (data: string) => Response.json({ data });
const path = "/api/ru/user";

const abort = () => undefined;

/** Leaves an early answer in the page, as `/config.js` does. */
function askedEarly(data: string, { token = "secret", agoMs = 0, status = 200 } = {}): void {
  const answers = Promise.resolve({ [path]: { status, body: { data } } });
  window[earlyCallsGlobal] = { token, sentAt: Date.now() - agoMs, asked: [path], abort, answers };
}

beforeEach(() => {
  vi.stubGlobal("fetch", async () => json("asked later"));
  document.cookie = "token=secret; path=/; domain=kampus.localhost";
});
afterEach(() => {
  vi.useRealTimers();
  window[earlyCallsGlobal] = undefined;
});

it("a call takes the answer that was asked for early, and the next one asks again", async () => {
  askedEarly("asked early");
  expect((await api.get(path, answer)).data).toBe("asked early");
  expect((await api.get(path, answer)).data).toBe("asked later");
});

it("a refusal that was asked for early is the call's own", async () => {
  askedEarly("none", { status: 404 });
  await expect(api.get(path, answer)).rejects.toMatchObject({ status: 404 });
});

it.each([
  ["was for another session", () => askedEarly("early", { token: "other" })],
  ["is old", () => askedEarly("early", { agoMs: 60_000 })],
  ["did not come", () => unanswered([path])],
])("a call asks by itself where the early answer %s", async (_why, prepare) => {
  prepare();
  expect((await api.get(path, answer)).data).toBe("asked later");
});

it("a call that was not asked for early does not wait for those that were", async () => {
  unanswered([]);
  const early = window[earlyCallsGlobal];
  if (early) early.answers = new Promise(() => undefined);
  expect((await api.get(path, answer)).data).toBe("asked later");
});

function unanswered(asked: string[]): void {
  window[earlyCallsGlobal] = {
    token: "secret",
    sentAt: Date.now(),
    asked,
    abort,
    answers: Promise.resolve({}),
  };
}

it("a call waits two seconds for early answers that hang, gives them up, and asks by itself", async () => {
  vi.useFakeTimers();
  const answers = Promise.withResolvers<object>();
  const abort = vi.fn(() => answers.resolve({}));
  window[earlyCallsGlobal] = {
    token: "secret",
    sentAt: Date.now(),
    asked: [path],
    abort,
    answers: answers.promise as Promise<Record<string, undefined>>,
  };
  const asked = api.get(path, answer);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(abort).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await asked).data).toBe("asked later");
});

it("no answer from before a write is taken after it", async () => {
  askedEarly("before");
  await api.post("/api/ru/things", answer, {});
  expect((await api.get(path, answer)).data).toBe("asked later");
});
