/** Calls of one member at a steady rate while something else happens: how long they wait for their answers. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { z } from "zod";
import { hostOf } from "#bench/measure/answer-to.ts";
import type { Kampus } from "#e2e/kampus.ts";
import type { Member } from "#e2e/members.ts";
import { endedWithParent } from "#scripts/project/child.mjs";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

const everyMs = 20;
const waits = z.object({ p50Ms: z.number(), p99Ms: z.number(), maxMs: z.number() });

/** Returns what stops it and says how long the answers took. */
export async function startSteadyCalls(kampus: Kampus, { token }: Member, path: string) {
  const target = {
    url: `http://127.0.0.1:${kampus.deployment.port}${path}`,
    headers: { host: hostOf(kampus, "site"), authorization: `Bearer ${token}` },
    everyMs,
  };
  const child = fork(inRoot("bench/measure/latency.ts"), [JSON.stringify(target)], {
    execPath: projectNode,
    execArgv: endedWithParent("SIGTERM"),
  });
  await once(child, "message");
  return async () => {
    const measured = once(child, "message");
    child.send("end");
    return waits.parse((await measured)[0]);
  };
}
