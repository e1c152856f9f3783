import { setImmediate } from "node:timers/promises";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { recurring } from "#server/infra/recurring.ts";

it("a server that closes waits for the portion that its recurring work has begun, and for no further one", async () => {
  const app = Fastify();
  let [begun, ended] = [0, 0];
  recurring(app, {
    name: "endless",
    everyMs: 60_000,
    work: async (signal) => {
      while (!signal.aborted) {
        begun += 1;
        await setImmediate();
        ended += 1;
      }
    },
    failed: "could not go on",
  });
  await app.ready();
  await expect.poll(() => ended).toBeGreaterThan(1);
  const closing = app.close();
  const atClose = begun;
  await closing;
  expect(ended).toBe(begun);
  expect(begun - atClose).toBeLessThanOrEqual(2);
});

it("work that is called for while the server closes does not begin", async () => {
  const app = Fastify();
  let runs = 0;
  const { now } = recurring(app, {
    name: "counted",
    everyMs: 60_000,
    work: () => Promise.resolve((runs += 1)),
    failed: "could not count",
  });
  await app.ready();
  await expect.poll(() => runs).toBe(1);
  await app.close();
  expect(await now()).toBeUndefined();
  expect(runs).toBe(1);
});
