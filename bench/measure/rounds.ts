/** Short bounded rounds against a subject and its floor in turn, so that whatever else the machine does meets both. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import { median } from "#bench/measure/targets.ts";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";

const connections = 50;
const roundSeconds = 4;
const rounds = 4;

export interface Target {
  url: string;
  headers?: Record<string, string>;
}

/** Requests per second of both: medians over the rounds, of which one more comes first to warm up. */
export async function compare(
  subject: Target,
  floor: Target,
): Promise<{ subject: number; floor: number }> {
  const rates = { subject: [] as number[], floor: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { subject: await requestRate(subject), floor: await requestRate(floor) };
    if (round === 0) continue;
    rates.subject.push(pair.subject);
    rates.floor.push(pair.floor);
  }
  return { subject: median(rates.subject), floor: median(rates.floor) };
}

const outcome = z.object({
  answered: z.number(),
  refused: z.number(),
  failed: z.number(),
  seconds: z.number(),
});

async function requestRate({ url, headers = {} }: Target): Promise<number> {
  const round = JSON.stringify({ url, headers, connections, seconds: roundSeconds });
  const { stdout } = await promisify(execFile)(projectNode, [inRoot("bench/load.ts"), round]);
  const { answered, refused, failed, seconds } = outcome.parse(JSON.parse(stdout));
  if (refused > 0 || failed > 0) throw new Error(`${url}: ${refused} refused, ${failed} failed`);
  return answered / seconds;
}
