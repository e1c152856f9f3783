// @ts-check
/**
 * Asks the node of this machine that PORT names, prints its answer, and ends with 0 if it is well: `node deploy/probe.mjs
 * /healthz`. With a number of seconds it goes on asking until then, or until the process ends whose id follows: `node
 * deploy/probe.mjs /readyz 120 4711`.
 */
import { setTimeout } from "node:timers/promises";

const [path = "/healthz", seconds = "0", pid = ""] = process.argv.slice(2);
const address = `http://127.0.0.1:${process.env.PORT || "3000"}${path}`;
const answersWithinMs = 3_000;
const askedEveryMs = 200;
const deadline = performance.now() + Number(seconds) * 1_000;

async function ask() {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(answersWithinMs) });
    return { ok: answer.status === 200, told: `${answer.status} ${await answer.text()}` };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return { ok: false, told: String(cause) };
  }
}

function hasEnded() {
  if (pid === "") return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

for (;;) {
  const { ok, told } = await ask();
  if (ok) {
    console.log(`${address}: ${told}`);
    break;
  }
  if (performance.now() >= deadline || hasEnded()) {
    console.error(`${address}: ${told}`);
    process.exit(1);
  }
  await setTimeout(askedEveryMs);
}
