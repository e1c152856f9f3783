import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** How long a process of these tests may live; it is ended here if nothing else ends it. */
const livesMsMax = 20_000;
const watchdog = new URL("./watchdog.ts", import.meta.url).href;

/** Runs `work` in a process that is watched; resolves once that process has ended. */
async function live(work: string) {
  const program = `
    import { watchEventLoop } from ${JSON.stringify(watchdog)};
    watchEventLoop({ silentMsMax: 1_000 });
    ${work}`;
  const args = ["--input-type=module", "--eval", program];
  const watched = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: livesMsMax,
  });
  const said = text(watched.stdout);
  const [code, signal] = (await once(watched, "exit")) as [number | null, string | null];
  return { code, signal, said: await said };
}

it(
  "a process whose event loop is blocked is killed and logs the reason, whatever blocks it",
  { timeout: 2 * livesMsMax },
  async () => {
    const { signal, said } = await live("setTimeout(() => { for (;;); }, 500);");
    expect(signal).toBe("SIGKILL");
    expect(JSON.parse(said)).toMatchObject({
      level: 60,
      msg: "the event loop is blocked; killing the process",
    });
  },
);

it(
  "a process that is busy, but whose event loop turns, is not killed",
  { timeout: 2 * livesMsMax },
  async () => {
    const work = `
    let left = 6;
    const toil = () => {
      const end = Date.now() + 300;
      while (Date.now() < end);
      left -= 1;
      if (left > 0) setTimeout(toil, 50);
    };
    toil();`;
    expect(await live(work)).toEqual({ code: 0, signal: null, said: "" });
  },
);
