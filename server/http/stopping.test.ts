import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { createStopping } from "#server/http/stopping.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

it("a server that is never quiet stops listening within two seconds", async () => {
  const server = createServer();
  await listenOnFreePort(server);
  let isBusy = true;
  const keepBusy = () => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    if (isBusy) setImmediate(keepBusy);
  };
  keepBusy();
  // Also where it fails, or else the files that run after it in the same process have no time.
  onTestFinished(() => {
    isBusy = false;
  });
  const begunMs = performance.now();
  const { ended } = await createStopping().close(server);
  expect(performance.now() - begunMs).toBeLessThan(2_000);
  expect(server.listening).toBe(false);
  await ended;
});
