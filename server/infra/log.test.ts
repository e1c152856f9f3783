import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";

/** Each of these processes ends within a second, or never. */
const endsWithinMs = 10_000;
const log = new URL("./log.ts", import.meta.url).href;

/** A process that logs as `work` says and ends, and whose log goes to the command `reader` if there is one. */
function logAndEnd(work: string, reader?: string) {
  const program = `
    import { createLog } from ${JSON.stringify(log)};
    const log = createLog("info");
    console.log("ready");
    ${work}`;
  const node = [process.execPath, "--input-type=module", "--eval", program];
  const piped = ["bash", "-c", `set -o pipefail; "$0" "$@" | ${reader ?? ""}`, ...node];
  const [command = "", ...args] = reader ? piped : node;
  const started = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"], detached: true });
  groups.push(started.pid ?? 0);
  return started;
}

/** The process groups of this test's processes. */
let groups: number[] = [];
afterEach(() => {
  for (const group of groups) kill(group);
  groups = [];
});

function kill(group: number) {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const lines =
  'for (let line = 0; line < 5_000; line += 1) log.info({ line }, "a line of the log");';

it("every line of the log is written before the process ends", async () => {
  const ending = logAndEnd(`${lines} process.exit(0);`);
  const written = await text(ending.stdout);
  expect(written.match(/a line of the log/g)).toHaveLength(5_000);
});

it(
  "a process ends although its log goes to a full pipe that nobody reads",
  { timeout: endsWithinMs },
  async () => {
    const ending = logAndEnd(`${lines} setTimeout(() => process.exit(0), 300);`);
    expect(await once(ending, "exit")).toEqual([0, null]);
  },
);

it(
  "a process ends although the command that read its log has ended",
  { timeout: endsWithinMs },
  async () => {
    const work = 'setTimeout(() => { log.info("the last line"); process.exit(0); }, 500);';
    expect(await once(logAndEnd(work, "head --lines=1"), "exit")).toEqual([0, null]);
  },
);

it(
  "a process whose log nobody reads keeps at most a bounded part of it in memory",
  { timeout: endsWithinMs },
  async () => {
    const ending = logAndEnd(`
      const before = process.memoryUsage().rss;
      const line = "x".repeat(10_000);
      for (let count = 0; count < 20_000; count += 1) log.info(line);
      setTimeout(() => process.exit(process.memoryUsage().rss - before < 100_000_000 ? 0 : 3), 300);`);
    expect(await once(ending, "exit")).toEqual([0, null]);
  },
);
