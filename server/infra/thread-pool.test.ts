import { availableParallelism } from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("UV_THREADPOOL_SIZE", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it.each([
  ["1", 1],
  ["2", 1],
  ["5", 4],
  [undefined, Math.max(1, availableParallelism() - 1)],
])("with KAMPUS_PROCESSORS=%s a node computes %i things at once", async (given, atOnce) => {
  vi.stubEnv("KAMPUS_PROCESSORS", given);
  const { computingAtOnce } = await import("#server/infra/thread-pool.ts");
  expect(computingAtOnce).toBe(atOnce);
  expect(process.env.UV_THREADPOOL_SIZE).toBe(String(atOnce + 4));
});
