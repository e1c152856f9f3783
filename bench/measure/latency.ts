/**
 * Sends requests at a steady rate and measures each answer, from its own message that it has warmed up until one of its
 * parent. It is a process of its own so that it does not share an event loop with what it measures.
 */
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { quantile } from "#bench/measure/targets.ts";

const target = z.object({
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  everyMs: z.int(),
});

const { url, headers, everyMs } = target.parse(JSON.parse(process.argv[2] ?? ""));
const agent = new Agent({ keepAlive: true });
for (let count = 0; count < 50; count += 1) await answered();
const ended = new Promise<true>((resolve) => {
  process.once("message", () => {
    resolve(true);
  });
});
process.send?.("warm");

const startedAt = performance.now();
const asked: Promise<number>[] = [];
for (let dueAt = startedAt; ; dueAt += everyMs) {
  const pause = wait(Math.max(0, dueAt - performance.now()), false);
  if (await Promise.race([ended, pause])) break;
  // Counts the delay of a late send.
  asked.push(answered().then(() => performance.now() - dueAt));
}
const timesMs = await Promise.all(asked);
process.send?.({
  p50Ms: quantile(timesMs, 0.5),
  p99Ms: quantile(timesMs, 0.99),
  maxMs: quantile(timesMs, 1),
});
process.disconnect?.();

async function answered(): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent, headers }, resolve).once("error", reject);
  });
  await text(response);
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`);
}
