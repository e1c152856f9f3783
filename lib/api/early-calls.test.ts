// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { api } from "#lib/api/api-client.ts";
import { earlyCallsGlobal } from "#lib/api/early-calls.ts";

const answer = z.object({ data: z.string() });
const json = (data: string) => Response.json({ data });
const path = "/api/ru/user";

/** As `/config.js` leaves it. */
function askedEarly(answered: Promise<Response>, { token = "secret", agoMs = 0 } = {}): void {
  window[earlyCallsGlobal] = { token, sentAt: Date.now() - agoMs, answers: { [path]: answered } };
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
  askedEarly(Promise.resolve(json("asked early")));
  expect((await api.get(path, answer)).data).toBe("asked early");
  expect((await api.get(path, answer)).data).toBe("asked later");
});

it.each([
  ["was for another session", () => askedEarly(Promise.resolve(json("early")), { token: "other" })],
  ["is old", () => askedEarly(Promise.resolve(json("early")), { agoMs: 60_000 })],
  ["did not come", () => askedEarly(Promise.reject(new TypeError("Failed to fetch")))],
])("a call asks by itself where the early answer %s", async (_why, prepare) => {
  prepare();
  expect((await api.get(path, answer)).data).toBe("asked later");
});

it("an early answer that hangs fails as without a network after 30 s, and the next call asks by itself", async () => {
  vi.useFakeTimers();
  askedEarly(new Promise(() => undefined));
  const failing = expect(api.get(path, answer)).rejects.toMatchObject({ status: false });
  await vi.advanceTimersByTimeAsync(30_000);
  await failing;
  vi.useRealTimers();
  expect((await api.get(path, answer)).data).toBe("asked later");
});

it("no answer from before a write is taken after it", async () => {
  askedEarly(Promise.resolve(json("before")));
  await api.post("/api/ru/things", answer, {});
  expect((await api.get(path, answer)).data).toBe("asked later");
});
