/** One round of requests from 50 connections; prints what came of them. Runs by itself, not to share a loop with what it measures. */
import autocannon from "autocannon";
import { z } from "zod";

const round = z.object({
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  connections: z.int(),
  seconds: z.int(),
});

const { seconds, ...target } = round.parse(JSON.parse(process.argv[2] ?? ""));
const result = await autocannon({ ...target, duration: seconds });
const { "2xx": answered, non2xx: refused, errors: failed, duration } = result;
console.log(JSON.stringify({ answered, refused, failed, seconds: duration }));
